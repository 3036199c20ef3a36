import { WallfeedError } from '../errors/wallfeed-error.ts';

/** The limit on rows for each table. */
export const MAX_ROWS = 50_000;

export const tooManyRows = (): WallfeedError => {
  const message = `The table has more than ${MAX_ROWS} rows.`;
  return new WallfeedError('SOURCE_TOO_LARGE', message, [
    { message, hint: 'aggregate first: a component shows tens of rows, not thousands' },
  ]);
};
