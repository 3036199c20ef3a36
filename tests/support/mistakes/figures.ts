import { MARK, type Mistake, map, SELECTED, sales } from './dashboards.ts';

export const FIGURES: readonly Mistake[] = [
  [
    'else is no number',
    'error',
    "'none' is not a number",
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { average: Amount, else: ${MARK}none } } }`),
    sales,
  ],
  [
    'else says blank',
    'error',
    'write a number, or leave `else` out',
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { average: Amount, else: ${MARK}blank } } }`),
    sales,
  ],
  [
    'else is beside a bucket',
    'error',
    '`else` belongs to an aggregate or a `map`',
    map(`csv: { ${SELECTED}, columns: { name: { day: Region, ${MARK}else: 0 }, value: { sum: Amount } } }`),
    sales,
  ],
  [
    'a percentile has no column',
    'error',
    '`csv.columns.value.of` is missing',
    map(`csv: { ${SELECTED}, columns: { name: Region, ${MARK}value: { percentile: 95 } } }`),
    sales,
  ],
  [
    'a percentile has no number',
    'error',
    'write a number from 0 to 100, and the column in the key `of`',
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { percentile: ${MARK}Amount } } }`),
    sales,
  ],
  [
    'a percentile is above 100',
    'error',
    'write a number from 0 to 100',
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { percentile: ${MARK}950, of: Amount } } }`),
    sales,
  ],
];
