import type { WallfeedError } from '../errors/wallfeed-error.ts';
import { sourceError } from './source-error.ts';

/** The largest object that is read. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

export const objectTooLarge = (cause?: unknown): WallfeedError =>
  sourceError('SOURCE_TOO_LARGE', cause, 'an object of more than 16 MB is not read');
