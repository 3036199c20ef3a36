import { forReader } from '../language/language.ts';
import { escapeControls } from './print.ts';

/** By the code of the system error. */
const CAUSES: Readonly<Record<string, string>> = {
  EBUSY: 'another program uses it',
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'a file has the name of the folder',
  EFBIG: 'it would be larger than this system allows',
  EISDIR: 'it is a folder',
  ELOOP: 'its links form a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file has the name of its folder',
};

/** True for an error such as `EACCES: permission denied`. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof (error as NodeJS.ErrnoException | undefined)?.errno === 'number';

/** Returns a part of a sentence. */
export const causeOfWriteError = ({ code = '' }: NodeJS.ErrnoException): string =>
  CAUSES[code] ?? 'check who may write there';

/** Errors of other kinds stay as they are. */
export const explainWriteError = (error: unknown, name: string): unknown =>
  isSystemError(error) ? new Error(`${name} cannot be written: ${causeOfWriteError(error)}`, { cause: error }) : error;

/** Returns undefined for errors that are not of the operating system. */
export const describeSystemError = (error: unknown): string | undefined => {
  if (!isSystemError(error) || error.path === undefined) return undefined;
  const cause = error.code === 'ENOENT' ? 'it does not exist' : CAUSES[error.code ?? ''];
  return `${error.path} cannot be used: ${cause ?? 'check who may read and write it'}`;
};

export interface CommandFailure {
  /** Empty if everything was printed already. */
  readonly failure: string;
  readonly exitCode: number;
}

export const EXIT_USAGE = 2;

/** Ends with exit code 2 for an error in the arguments, and 1 for all other errors. */
export const fail = (failure: string, exitCode: 1 | typeof EXIT_USAGE = 1): CommandFailure => ({
  failure: escapeControls(forReader(failure)),
  exitCode,
});
