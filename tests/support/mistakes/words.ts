import { alarms, MARK, type Mistake, manyRows, map, plain, SELECTED, sales, seeded, thrice } from './dashboards.ts';

export const WORDS: readonly Mistake[] = [
  [
    'a column of numbers has text in a file that three endpoints read',
    'error',
    "one (Alarm List 2) and 2 more: 40 cells of value are not numbers, such as '65 %%'",
    thrice('csv: plain.csv'),
    { 'data/plain.csv': manyRows('a,65 %%,').replace('65', `${MARK}65`) },
  ],
  [
    'the rows of a file have fewer cells than the header',
    'error',
    '40 rows have 2 cells, the header 3',
    alarms('csv: plain.csv'),
    { 'data/plain.csv': manyRows('a,65').replace('a,', `${MARK}a,`) },
  ],

  [
    'an aggregate is written as in SQL',
    'error',
    '{ sum: Amount }',
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: ${MARK}sum(Amount) } }`),
    sales,
  ],
  [
    'columns is misspelt beside a file',
    'error',
    'unknown key `colums` (did you mean `columns`?)',
    alarms(`csv: sales.csv, ${MARK}colums: { name: Region, value: Amount }`),
    sales,
  ],
  [
    'a workbook is a source',
    'error',
    'import',
    alarms(`csv: ${MARK}sales.xlsx`),
    { 'data/sales.xlsx': 'PK\u0003\u0004' },
  ],
  [
    'above has a word',
    'error',
    "`above` cannot be 'much'",
    alarms(
      `csv: { file: sales.csv, where: { Amount: { above: ${MARK}much } }, columns: { name: Region, value: Amount } }`,
    ),
    sales,
  ],
  [
    'rest has no limit',
    'error',
    '`rest` needs `limit',
    alarms(`csv: { ${SELECTED}, columns: { name: Region, value: { sum: Amount } }, ${MARK}rest: Others }`),
    sales,
  ],
  [
    'the window of a dataset has no effect',
    'warning',
    '`window` has no effect',
    `datasets: { orders: { sql: select * from orders, ${MARK}window: { last: 1h } } }\n${map('dataset: orders, columns: { name: channel, value: { sum: amount } }')}`,
    seeded(),
  ],

  [
    'the budget is below the estimate',
    'warning',
    '`budget.amount` is 1.00 USD a month, and the estimate is ',
    `${alarms('csv: plain.csv')}\nbudget: { amount: ${MARK}1, email: ops@example.com }`,
    plain,
  ],
];
