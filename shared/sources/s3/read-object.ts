import type { GetObjectCommandInput } from '@aws-sdk/client-s3';
import type { Deadline } from '../../aws/deadline.ts';
import { type HedgedCall, hedgeCall } from '../../aws/hedge-call.ts';
import { retryCall } from '../../aws/retry-call.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import type { Receive } from './object-receiver.ts';
import { openObject } from './open-object.ts';
import { type ReceivedObject, receiveBody } from './receive-body.ts';
import { toS3Error } from './s3-errors.ts';

/**
 * Delay before a second call starts while the first one gets no bytes. S3 usually answers at once and sends without
 * pauses.
 */
const HEDGE_DELAY_MS = 2_500;

const openAndReceive = async <Result>(
  input: GetObjectCommandInput,
  signal: AbortSignal,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReceivedObject<Result> | undefined> => {
  const opened = await openObject(input, signal);
  onProgress();
  return opened && receiveBody(opened.body, opened, signal, receive, onProgress);
};

/**
 * Reads an object in S3 while it arrives, with retries and hedges. Returns undefined if the object is unchanged. If the
 * receiver throws an error, that error is part of the result.
 * @param known ETag of the version that the caller already has.
 * @throws WallfeedError SOURCE_NOT_FOUND, SOURCE_DENIED, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_INVALID (the body
 * ends early, or the response is not an object).
 */
export const readObject = async <Result>(
  { bucket, key }: ObjectLocation,
  deadline: Deadline,
  known: string | undefined,
  receive: Receive<Result>,
): Promise<ReceivedObject<Result> | undefined> => {
  const input = { Bucket: bucket, Key: key, ...(known && { IfNoneMatch: known }) };
  try {
    const read: HedgedCall<ReceivedObject<Result> | undefined> = (signal, onProgress) =>
      openAndReceive(input, signal, receive, onProgress);
    return await retryCall(hedgeCall(read, HEDGE_DELAY_MS), deadline);
  } catch (error) {
    throw toS3Error(error, key, deadline.signal);
  }
};
