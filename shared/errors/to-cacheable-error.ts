import { causeName } from './cause-name.ts';
import { type Detail, WallfeedError } from './wallfeed-error.ts';

interface Texts {
  readonly message: string;
  readonly details: readonly Detail[];
}

/**
 * Copies an error for a cache. The copied texts do not keep the source file in memory, and only the name of the cause
 * remains.
 */
export const toCacheableError = ({ code, message, details, cause, retryAfter }: WallfeedError): WallfeedError => {
  const copy: Texts = JSON.parse(JSON.stringify({ message, details } satisfies Texts));
  const name = causeName(cause);
  return new WallfeedError(code, copy.message, copy.details, {
    ...(name !== undefined && { cause: { name } }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
};
