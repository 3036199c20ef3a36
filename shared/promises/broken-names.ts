import type { Finding } from './finding.ts';

const UNSAFE = /[^ -~]+|[%,]/g;

/** Writes the name of a promise in ASCII, for headers and dimensions. */
export const asciiName = (name: string): string => name.toWellFormed().replace(UNSAFE, encodeURIComponent);

const decode = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Reads the names of broken promises in the header `X-Wallfeed-Expect`. */
export const readBroken = (header: string | undefined): readonly string[] =>
  (header ?? '').split(', ').filter(Boolean).map(decode);

/** A broken promise, as a response says it. */
export interface BrokenPromise {
  readonly name: string;
  /** Time from which it was broken, in milliseconds since 1970. Absent if it was broken when it was judged first. */
  readonly since?: number;
  readonly finding?: Finding;
  /** The newest time of a row, in milliseconds since 1970. */
  readonly newest?: number;
}

/** API Gateway passes on at most 10 240 bytes of headers. */
const MAX_FOUND_CHARACTERS = 4_000;

const write = (promises: readonly BrokenPromise[]): string =>
  encodeURIComponent(JSON.stringify(promises).toWellFormed());

/** Writes the header `X-Wallfeed-Found`: what was found, of as many promises as there is room for. */
export const writeFound = (promises: readonly BrokenPromise[]): string => {
  const found = promises.slice();
  while (found.length > 0 && write(found).length > MAX_FOUND_CHARACTERS) found.pop();
  return write(found);
};

const isPromise = (value: unknown): value is BrokenPromise => typeof Object(value).name === 'string';

const readFound = (header = ''): readonly BrokenPromise[] => {
  try {
    const found: unknown = JSON.parse(decodeURIComponent(header));
    return Array.isArray(found) ? found.filter(isPromise) : [];
  } catch {
    return [];
  }
};

/** Reads the broken promises of a response. Nothing is known about a promise that only `X-Wallfeed-Expect` names. */
export const readPromises = (headers: Readonly<Record<string, string>>): readonly BrokenPromise[] => {
  const found = readFound(headers['x-wallfeed-found']);
  return readBroken(headers['x-wallfeed-expect']).map((name) => found.find((one) => one.name === name) ?? { name });
};
