import { causeName } from './cause-name.ts';
import { type Detail, WallfeedError } from './wallfeed-error.ts';

interface Texts {
  readonly message: string;
  readonly details: readonly Detail[];
}

/**
 * A copy of an error that can be kept: its texts hold no longer what they were cut out of, such as a whole file, and of its
 * cause the name alone is there.
 */
export const toCacheableError = ({ code, message, details, cause, retryAfter }: WallfeedError): WallfeedError => {
  const copy: Texts = JSON.parse(JSON.stringify({ message, details } satisfies Texts));
  const name = causeName(cause);
  return new WallfeedError(code, copy.message, copy.details, {
    ...(name !== undefined && { cause: { name } }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
};
