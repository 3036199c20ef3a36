import { type ChangeTimes, type Deadline, noteChange } from '../../aws/deadline.ts';
import { type HedgedCall, hedgeCall, isOverloaded, retryCall } from '../../aws/retry-call.ts';
import { noResponseCode, serviceFailure } from '../../aws/service-errors.ts';
import { type SourceErrorCode, sourceError } from '../../aws/source-error.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import type { WallfeedError } from '../../errors/wallfeed-error.ts';
import { shorten } from '../../tabular/shorten.ts';
import { getObject, type ObjectPart, type ObjectRequest } from './get-object.ts';
import type { Receive } from './object-receiver.ts';
import { type ObjectVersion, type ReceivedObject, receiveBody } from './receive-body.ts';

/** The first matching pattern counts. The code of an error's name takes precedence over its status. */
const NAMES: readonly (readonly [RegExp, SourceErrorCode])[] = [
  [/Credentials|Token|Authorization|Signature|AccessKey|KMS/, 'SOURCE_DENIED'],
  [/^(?:InvalidBucketName|InvalidURI|KeyTooLong)/, 'SOURCE_NOT_FOUND'],
  [/^(?:CutShort|SyntaxError|InvalidObjectState)$/, 'SOURCE_INVALID'],
];

const STATUSES: Readonly<Record<number, SourceErrorCode>> = {
  301: 'SOURCE_NOT_FOUND',
  401: 'SOURCE_DENIED',
  403: 'SOURCE_DENIED',
  404: 'SOURCE_NOT_FOUND',
};

const codeOf = (error: unknown): SourceErrorCode => {
  const { name, status = 0 } = serviceFailure(error);
  const named = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  if (named) return named;
  if (isOverloaded(error)) return 'SOURCE_THROTTLED';
  return noResponseCode(error) ?? STATUSES[status] ?? 'SOURCE_INVALID';
};

const REDIRECTED = {
  found: 'S3 redirected the request',
  hint: 'try again in some minutes: S3 redirects requests while a bucket is new or has moved',
};

const MAX_NAME_CHARS = 80;

/** Returns the file name at the end of a key. The client does not see the rest of the key. */
const fileOf = (key: string): string => shorten(key.slice(key.lastIndexOf('/') + 1), MAX_NAME_CHARS);

/**
 * Converts the error of an S3 call to a WallfeedError. Throttling is reported as throttling even if the deadline has
 * passed.
 */
export const toS3Error = async (error: unknown, key: string, signal: AbortSignal): Promise<WallfeedError> => {
  if (signal.aborted && !isOverloaded(error)) return sourceError('SOURCE_TIMEOUT', error);
  const isRedirected = serviceFailure(error).status === 307;
  if (isRedirected) return sourceError(codeOf(error), error, REDIRECTED.found, REDIRECTED.hint);
  const code = codeOf(error);
  if (serviceFailure(error).status !== undefined) {
    const { knownFailure } = await import('./known-failures.ts');
    const known = knownFailure(error);
    if (known) return sourceError(known.code, error, known.found, known.hint);
  }
  const found = code === 'SOURCE_NOT_FOUND' ? `there is no file ${fileOf(key)}` : undefined;
  return sourceError(code, error, found);
};

/**
 * A second call starts if the first one has got no bytes by then. S3 usually answers at once and sends without pauses.
 */
const HEDGE_DELAY_MS = 2_500;

const openAndReceive = async <Result>(
  request: ObjectRequest,
  signal: AbortSignal,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReceivedObject<Result> | undefined> => {
  const opened = await getObject(request, signal);
  onProgress();
  return opened && receiveBody(opened.body, opened, signal, receive, onProgress);
};

export type KnownVersion = Pick<ObjectVersion, 'etag' | 'modifiedAt'>;

/**
 * Retries and hedges. Undefined if the object is unchanged. If the receiver throws an error, that error is part of the
 * result.
 * @param known the version that the caller already has.
 * @param part the bytes to read; all bytes if absent.
 * @throws WallfeedError SOURCE_NOT_FOUND, SOURCE_DENIED, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_INVALID (the body
 * ends early, or the response is not an object).
 */
export const readObject = async <Result>(
  { bucket, key }: ObjectLocation,
  deadline: Deadline,
  known: KnownVersion | undefined,
  receive: Receive<Result>,
  part?: ObjectPart,
): Promise<ReceivedObject<Result> | undefined> => {
  const unchanged: ChangeTimes = {};
  const request = { bucket: bucket ?? '', key, ...(known && { known: known.etag }), ...(part && { part }), unchanged };
  try {
    const read: HedgedCall<ReceivedObject<Result> | undefined> = (signal, onProgress) =>
      openAndReceive(request, signal, receive, onProgress);
    const received = await retryCall(hedgeCall(read, HEDGE_DELAY_MS), deadline);
    noteChange(deadline.changes, received ? received.version?.modifiedAt : (unchanged.oldest ?? known?.modifiedAt));
    return received;
  } catch (error) {
    throw await toS3Error(error, key, deadline.signal);
  }
};
