import { collectBody } from '../../aws/collect-body.ts';
import type { Deadline } from '../../aws/deadline.ts';
import { createClientCalls } from '../../aws/official-client.ts';
import { retryCall } from '../../aws/retry-call.ts';
import { sendSigned } from '../../aws/send-signed.ts';
import { readReply } from '../../aws/service-errors.ts';
import { sourceError } from '../../aws/source-error.ts';
import { addressIn, inRegionOf, textIn, throwError } from './get-object.ts';
import { toS3Error } from './read-object.ts';

interface Page {
  readonly keys: readonly string[];
  readonly next: string | undefined;
}

/** Maximum size of a page of at most 1 000 keys. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const collect = collectBody(MAX_PAGE_BYTES);

/** Maximum number of pages that are read for one prefix. */
const MAX_PAGES = 10;

const readPage = (xml: string): Page => ({
  keys: Array.from(xml.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) =>
    decodeURIComponent(key.replaceAll('+', ' ')),
  ),
  next: textIn(xml, 'NextContinuationToken'),
});

const callClient = createClientCalls(() => import('../../aws/clients/s3.ts'), collect);

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

/**
 * Lists the keys of a bucket that begin with a prefix.
 * @throws WallfeedError SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_TOO_LARGE.
 */
export const listObjects = async (bucket: string, prefix: string, deadline: Deadline): Promise<readonly string[]> => {
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
      throw toS3Error(error, prefix, deadline.signal);
    }
  }
  return keys;
};
