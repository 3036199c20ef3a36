import { MAX_DETAILS, type WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

/** Codes of errors that single cells cause, in a file whose columns fit. */
const OF_CELLS: ReadonlySet<string> = new Set(['TABLE_CELL', 'TABLE_KEYS', 'BODY_INVALID']);

/** The share of the rows that may be faulty. With a larger share, the column most likely has another meaning. */
const MAX_FAULTY_SHARE = 0.25;

/** True if a file would fit once a few cells are corrected, and the error lists all of these cells. */
export const isNearMiss = ({ code, details }: WallfeedError, rows: number): boolean => {
  if (!OF_CELLS.has(code) || details.length === 0 || details.length >= MAX_DETAILS) return false;
  if (details.some(({ line, column }) => line === undefined || column === undefined)) return false;
  const lines = new Set(details.map(({ line }) => line));
  return lines.size <= Math.max(1, rows * MAX_FAULTY_SHARE);
};
