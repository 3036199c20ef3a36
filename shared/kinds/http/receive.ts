import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { collectBody } from '../../aws/collect-body.ts';
import { type Failure, failed } from './failures.ts';
import type { HostConfig } from './source.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Maximum size of all pages of one read together, after they are unpacked. */
export const MAX_ANSWER_BYTES = 16 * BYTES_PER_MB;

const TOO_LARGE: Failure = {
  code: 'SOURCE_TOO_LARGE',
  message: `its answers have more than ${MAX_ANSWER_BYTES / BYTES_PER_MB} MB`,
  hint: 'ask for less: fewer fields, a shorter time, or figures that the host adds up',
};

const unpacked = (response: IncomingMessage, host: HostConfig): AsyncIterable<Uint8Array> => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (/^(?:x-)?gzip$/.test(encoding)) return pipeline(response, createGunzip(), () => undefined);
  response.destroy();
  const message = 'its answer is packed in another way than gzip';
  throw failed(host.name, { code: 'SOURCE_INVALID', message, hint: 'let the server send gzip, or nothing packed' });
};

/**
 * Reads the body of a response, and unpacks it as it arrives.
 * @throws WallfeedError SOURCE_TOO_LARGE, SOURCE_INVALID, and the errors of the connection.
 */
export const receive = async (response: IncomingMessage, host: HostConfig, maxBytes: number): Promise<Buffer> => {
  try {
    return await collectBody(maxBytes)(unpacked(response, host));
  } catch (error) {
    throw Object(error).name === 'TooLarge' ? failed(host.name, TOO_LARGE) : error;
  } finally {
    if (!response.complete) response.destroy();
  }
};
