import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';

export const catchError = (run: () => unknown): WallfeedError => {
  try {
    run();
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('Expected an error, but the function returned.');
};
