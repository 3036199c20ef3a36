import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';

/** Runs a function that must fail, and returns the WallfeedError that it throws. */
export const catchError = (run: () => unknown): WallfeedError => {
  try {
    run();
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('Expected an error, but the function returned.');
};
