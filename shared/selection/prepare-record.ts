import type { CellReading } from '../config/sources.ts';
import type { CsvRecord } from '../csv/csv-record.ts';
import { cleanText } from '../tabular/clean-text.ts';
import { plainNumberOf } from '../tabular/parse-number.ts';
import type { ColumnIndex } from './cursor.ts';

/** Returns the record as the selection sees it. Called once for each record of a source. */
export type PrepareRecord = (record: CsvRecord) => CsvRecord;

type CellFunctions = Pick<CsvRecord, 'text' | 'isBlank' | 'plainNumber' | 'plainTime' | 'equals'>;

/** Creates a view of the current record that reads its cells with other functions. */
export const follow = (current: () => CsvRecord, cells: CellFunctions): CsvRecord => ({
  ...cells,
  get length() {
    return current().length;
  },
  get line() {
    return current().line;
  },
  texts: () => Array.from({ length: current().length }, (_, column) => cells.text(column)),
  lineOf: (column) => current().lineOf(column),
  jsonBytes: () => current().jsonBytes(),
});

const createBlanks = (blank: readonly string[]): PrepareRecord => {
  const texts = new Set(blank.map((text) => cleanText(text).trim()));
  const mayBeNumber = blank.some((text) => /\d/.test(text));
  let record: CsvRecord;
  const text = (column: number): string => {
    const found = record.text(column);
    return texts.has(found.trim()) ? '' : found;
  };
  const isMeant = (column: number): boolean => mayBeNumber && text(column) === '';
  const view = follow(() => record, {
    text,
    isBlank: (column) => record.isBlank(column) || text(column) === '',
    plainNumber: (column) => (isMeant(column) ? Number.NaN : record.plainNumber(column)),
    plainTime: (column) => (isMeant(column) ? Number.NaN : (record.plainTime?.(column) ?? Number.NaN)),
    equals: (column, expected) => text(column).trim() === expected.text,
  });
  return (next) => {
    record = next;
    return view;
  };
};

const createFilling = (columns: readonly number[]): PrepareRecord => {
  const above = new Map(columns.map((column) => [column, '']));
  let record: CsvRecord;
  const text = (column: number): string => above.get(column) ?? record.text(column);
  const view = follow(() => record, {
    text,
    isBlank: (column) => (above.has(column) ? text(column).trim() === '' : record.isBlank(column)),
    plainNumber: (column) => (above.has(column) ? plainNumberOf(text(column)) : record.plainNumber(column)),
    plainTime: (column) => (above.has(column) ? Number.NaN : (record.plainTime?.(column) ?? Number.NaN)),
    equals: (column, expected) => text(column).trim() === expected.text,
  });
  return (next) => {
    record = next;
    for (const column of columns) if (!next.isBlank(column)) above.set(column, next.text(column));
    return view;
  };
};

/** Applies `blank` and `fillDown`; undefined without these keys. */
export const createPrepareRecord = (
  { blank = [], fillDown = [] }: Pick<CellReading, 'blank' | 'fillDown'>,
  indexOf: ColumnIndex,
): PrepareRecord | undefined => {
  const withBlanks = blank.length > 0 ? createBlanks(blank) : undefined;
  const withFilling = fillDown.length > 0 ? createFilling(fillDown.map(indexOf)) : undefined;
  if (!withBlanks || !withFilling) return withBlanks ?? withFilling;
  return (record) => withFilling(withBlanks(record));
};
