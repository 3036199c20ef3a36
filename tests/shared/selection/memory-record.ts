import type { CsvRecord } from '../../../shared/csv/csv-record.ts';

const PLAIN = /^-?\d+(\.\d+)?$/;

/** Creates a record of texts in memory. */
export const recordOf = (cells: readonly string[], line: number): CsvRecord => ({
  length: cells.length,
  line,
  text: (column) => cells[column] ?? '',
  texts: () => [...cells],
  isBlank: (column) => (cells[column] ?? '').trim() === '',
  lineOf: () => line,
  plainNumber: (column) => (PLAIN.test(cells[column] ?? '') ? Number(cells[column]) : Number.NaN),
  jsonBytes: () => cells.join().length,
});
