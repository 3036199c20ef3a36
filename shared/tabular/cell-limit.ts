import { WallfeedError } from '../errors/wallfeed-error.ts';

/** The most cells of one file: what they take in memory does not depend on its size, as a cell may be empty. */
export const MAX_CELLS = 1_000_000;

/**
 * Holds a number of cells against the limit.
 * @throws WallfeedError SOURCE_TOO_LARGE
 */
export const checkCells = (cells: number): void => {
  if (cells <= MAX_CELLS) return;
  const message = `The table has more than ${MAX_CELLS} cells.`;
  throw new WallfeedError('SOURCE_TOO_LARGE', message, [
    { message, hint: 'aggregate first: a component shows tens of values, not thousands' },
  ]);
};
