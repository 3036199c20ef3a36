import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { createClientCalls } from '../aws/official-client.ts';
import { retryCall } from '../aws/retry-call.ts';
import { sendSigned } from '../aws/send-signed.ts';
import { readReply } from '../aws/service-errors.ts';
import { sourceError } from '../aws/source-error.ts';
import { stepsOf } from '../calendar/earlier.ts';
import type { Selection } from '../config/selection.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { functionMemoryMb } from '../limits/budget.ts';
import { type TimeWindow, type WindowBounds, windowsOf } from '../selection/window.ts';
import { addressIn, inRegionOf, textIn, throwError } from '../sources/s3/get-object.ts';
import { toS3Error } from '../sources/s3/read-object.ts';
import { refuseLargeFile } from '../sources/s3/size-limits.ts';
import { createKeyTest, fixedPart, namesIn } from './key-pattern.ts';

interface Page {
  readonly keys: readonly string[];
  readonly next: string | undefined;
}

/** A page has at most 1 000 keys. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const collect = collectBody(MAX_PAGE_BYTES);

/** Pages of one prefix. */
const MAX_PAGES = 10;

const readPage = (xml: string): Page => ({
  keys: Array.from(xml.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) =>
    decodeURIComponent(key.replaceAll('+', ' ')),
  ),
  next: textIn(xml, 'NextContinuationToken'),
});

const callClient = createClientCalls(() => import('../aws/clients/s3.ts'), collect);

const listWithClient = async (
  region: string,
  bucket: string,
  prefix: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Page> => {
  const input = { Bucket: bucket, Prefix: prefix, ...(token !== undefined && { ContinuationToken: token }) };
  const { Contents = [], NextContinuationToken: next } = Object(
    await callClient(region, 'ListObjectsV2', input, signal),
  );
  return { keys: (Contents as readonly { readonly Key?: string }[]).flatMap(({ Key }) => Key ?? []), next };
};

const listPage = (bucket: string, prefix: string, token: string | undefined, signal: AbortSignal): Promise<Page> =>
  inRegionOf(bucket, async (region) => {
    const address = addressIn(region, bucket);
    if (!address) return listWithClient(region, bucket, prefix, token, signal);
    const { prefix: path, ...server } = address;
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const request = {
      ...server,
      method: 'GET',
      path: path === '/' ? '/' : path.replace(/\/$/, ''),
      query,
      headers: {},
    };
    const response = await sendSigned('s3', region, request as never, signal);
    return readReply(response, collect, response.statusCode === 200 ? readPage : throwError);
  });

/** @throws WallfeedError SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_TOO_LARGE. */
const listObjects = async (bucket: string, prefix: string, deadline: Deadline): Promise<readonly string[]> => {
  const keys: string[] = [];
  let token: string | undefined;
  for (let page = 0; page === 0 || token !== undefined; page += 1) {
    const found = `more than ${MAX_PAGES * 1000} objects begin with ${prefix}`;
    if (page === MAX_PAGES) throw sourceError('SOURCE_TOO_LARGE', undefined, found, 'write more before the `*`');
    try {
      const after = token;
      const listed = await retryCall((signal) => listPage(bucket, prefix, after, signal), deadline);
      keys.push(...listed.keys);
      token = listed.next;
    } catch (error) {
      throw await toS3Error(error, prefix, deadline.signal);
    }
  }
  return keys;
};

/** Requests at once for the files of a pattern. */
const MAX_REQUESTS = 16;

/** Returns the results in the order of the items. */
const mapSome = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const next = items.entries();
  const run = async (): Promise<void> => {
    for (const [index, item] of next) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: MAX_REQUESTS }, run));
  return results;
};

export interface Pattern {
  readonly bucket: string;
  readonly key: string;
  readonly deadline: Deadline;
}

const keysOf = async ({ bucket, deadline }: Pattern, names: readonly string[]): Promise<readonly string[]> => {
  const lists = await mapSome(names, async (name) => {
    if (!name.includes('*')) return [name];
    const listed = await listObjects(bucket, fixedPart(name), deadline);
    return listed.filter(createKeyTest(name)).sort();
  });
  return [...new Set(lists.flat())];
};

/** Returns the file name at the end of a key. The client does not see the rest of the key. */
export const fileNameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

const notFound = (keys: readonly string[]): WallfeedError => {
  const [first, last] = [keys[0] ?? '', keys.at(-1) ?? ''].map(fileNameOf);
  const found = first === last ? `there is no file ${first}` : `there is no file from ${first} to ${last}`;
  return sourceError('SOURCE_NOT_FOUND', { name: 'NoFiles' }, found);
};

const isMissing = (error: unknown): boolean => error instanceof WallfeedError && error.code === 'SOURCE_NOT_FOUND';

/**
 * Reads in the order of the names.
 * @param spans the windows whose names are tried.
 * @throws WallfeedError SOURCE_NOT_FOUND if none of the files exists, and the errors of `read`.
 */
export const readPattern = async <File>(
  pattern: Pattern,
  spans: readonly WindowBounds[],
  read: (key: string) => Promise<File>,
): Promise<readonly File[]> => {
  const { key } = pattern;
  const names = [...new Set(spans.length > 0 ? spans.flatMap((span) => namesIn(key, span)) : [key])];
  const found = await mapSome(await keysOf(pattern, names), async (one): Promise<readonly File[]> => {
    try {
      return [await read(one)];
    } catch (error) {
      if (!isMissing(error)) throw error;
      return [];
    }
  });
  const files = found.flat();
  if (files.length === 0) throw notFound(names);
  return files;
};

export const spansOf = (
  selection: Selection | undefined,
  window: TimeWindow,
  timezone: string,
): readonly WindowBounds[] =>
  selection?.window ? windowsOf(selection.window, window, stepsOf(selection), timezone) : [];

/** @throws WallfeedError SOURCE_TOO_LARGE beyond the limit of a file. */
export type CountBytes = (bytes: number) => void;

export const createCount = (): CountBytes => {
  const memoryMb = functionMemoryMb();
  let total = 0;
  return (bytes) => {
    total += bytes;
    refuseLargeFile(total, memoryMb);
  };
};
