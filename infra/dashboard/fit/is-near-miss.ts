import { MAX_DETAILS, type WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

/** Errors of cells, in a file whose columns fit. */
const OF_CELLS: ReadonlySet<string> = new Set(['TABLE_CELL', 'TABLE_KEYS', 'BODY_INVALID']);

/** The share of the rows that may be faulty. With more of them, the column holds something else. */
const MAX_FAULTY_SHARE = 0.25;

/** True if a file would fit but for a few cells, all of which are known. */
export const isNearMiss = ({ code, details }: WallfeedError, rows: number): boolean => {
  if (!OF_CELLS.has(code) || details.length === 0 || details.length >= MAX_DETAILS) return false;
  if (details.some(({ line, column }) => line === undefined || column === undefined)) return false;
  const lines = new Set(details.map(({ line }) => line));
  return lines.size <= Math.max(1, rows * MAX_FAULTY_SHARE);
};
