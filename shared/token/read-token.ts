import { type Instant, isWithin, now } from '../cache/instant.ts';
import type { TokenReference } from '../config/dashboard-config.ts';
import { causeName } from '../errors/cause-name.ts';
import type { Deadline } from '../sources/deadline.ts';

/** How long a token is used before it is read again, and how long after that failed; milliseconds. */
const KEPT_FOR = 5 * 60_000;
const LEFT_ALONE_FOR = 10_000;

interface KeptToken {
  readonly value: string;
  readonly readAt: Instant;
  /** When reading it again failed. */
  readonly failedAt?: Instant;
}

type CreateDeadline = () => Deadline;

const readers: Readonly<
  Record<TokenReference['from'], (name: string, createDeadline: CreateDeadline) => Promise<string>>
> = {
  env: async (name) => process.env[name] ?? '',
  ssm: async (name, createDeadline) => {
    const { getParameter } = await import('./ssm-client.ts');
    return getParameter(name, createDeadline());
  },
};

const kept = new Map<string, KeptToken>();

const isUsable = ({ readAt, failedAt }: KeptToken): boolean =>
  isWithin(readAt, KEPT_FOR) || (failedAt !== undefined && isWithin(failedAt, LEFT_ALONE_FOR));

/** Asks for a token; a failure is logged, and the last value known serves on. */
const refresh = async ({ from, name }: TokenReference, key: string, createDeadline: CreateDeadline) => {
  const fail = (cause: string | undefined): string | undefined => {
    console.error(JSON.stringify({ token: key, cause }));
    const last = kept.get(key);
    if (last) kept.set(key, { ...last, failedAt: now() });
    return last?.value;
  };
  try {
    const value = await readers[from](name, createDeadline);
    if (value === '') return fail('empty');
    kept.set(key, { value, readAt: now() });
    return value;
  } catch (error) {
    return fail(causeName(error));
  }
};

/**
 * The secret that a reference names, or undefined when it cannot be read or is empty. Kept for five minutes, and
 * there at once while it is kept; while it cannot be read again, the last value serves.
 */
export const readToken = (
  reference: TokenReference,
  createDeadline: CreateDeadline,
): string | undefined | Promise<string | undefined> => {
  const key = `${reference.from}:${reference.name}`;
  const last = kept.get(key);
  return last && isUsable(last) ? last.value : refresh(reference, key, createDeadline);
};
