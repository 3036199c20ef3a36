import { WallfeedError } from '../errors/wallfeed-error.ts';

/** Maximum number of rows of each table. */
export const MAX_ROWS = 50_000;

/** @param line the line of the first row beyond the limit, if the table comes from a file. */
export const tooManyRows = (line?: number): WallfeedError => {
  const message = `The table has more than ${MAX_ROWS} rows.`;
  return new WallfeedError('SOURCE_TOO_LARGE', message, [
    {
      ...(line !== undefined && { line }),
      message,
      hint: 'aggregate first: a component shows tens of rows, not thousands',
    },
  ]);
};
