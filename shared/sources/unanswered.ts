import { type SourceErrorCode, serviceFailure } from './source-error.ts';

/** What Node's parser calls an answer that is not HTTP. */
const UNREADABLE = /^HPE_/;

/** What is told of a call that no answer came to, or one that says nothing but that time ran out; undefined of any other. */
export const unansweredCode = (error: unknown): SourceErrorCode | undefined => {
  const { name, errno = '', status } = serviceFailure(error);
  if (status === 408 || name === 'RequestTimeout') return 'SOURCE_TIMEOUT';
  if (status !== undefined) return undefined;
  return UNREADABLE.test(errno) ? 'SOURCE_INVALID' : 'SOURCE_TIMEOUT';
};
