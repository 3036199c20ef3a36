import type { TokenReference } from '../config/dashboard-config.ts';

/** How long a token is used before it is read again. */
const KEPT_FOR = 5 * 60_000;

interface KeptToken {
  readonly value: string;
  readonly readAt: number;
}

const readers: Readonly<Record<TokenReference['from'], (name: string) => Promise<string>>> = {
  env: async (name) => process.env[name] ?? '',
  ssm: async (name) => {
    const { getParameter } = await import('./ssm-client.ts');
    return getParameter(name);
  },
};

const kept = new Map<string, KeptToken>();

/** Asks for a token; a failure is logged, and the last value known serves on. */
const refresh = async ({ from, name }: TokenReference, key: string, last: KeptToken | undefined, now: number) => {
  try {
    const value = await readers[from](name);
    if (value !== '') {
      kept.set(key, { value, readAt: now });
      return value;
    }
    console.error(JSON.stringify({ token: key, cause: 'empty' }));
  } catch (error) {
    console.error(JSON.stringify({ token: key, cause: Object(error).name }));
  }
  return last?.value;
};

/** The secret that a reference names, or undefined when it cannot be read or is empty. Kept for five minutes. */
export const readToken = async (reference: TokenReference, now: number): Promise<string | undefined> => {
  const key = `${reference.from}:${reference.name}`;
  const last = kept.get(key);
  return last && now - last.readAt < KEPT_FOR ? last.value : refresh(reference, key, last, now);
};
