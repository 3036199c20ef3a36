import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SECRET = 'secret';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=test\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/;

/** As AWS documents it, with the access key `test` and the secret `secret`. */
export const isSignedFor = (
  service: string,
  { method = '', url = '', headers }: IncomingMessage,
  body = '',
): boolean => {
  const [, date = '', region = '', signedService, names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const [path = '', query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${headers[name]}`);
  const canonical = [method, path, query, ...lines, '', names, hash(body)].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, date));
  return signedService === service && hmac(key, text).toString('hex') === signature;
};

const VARYING_HEADERS = /^(?:amz-sdk-|x-amz-user-agent|user-agent$|authorization$|x-amz-date$|connection$)/;

/** Returns the address and headers of a request, without headers that differ from one request to the next. */
export const sentOf = ({ url, headers }: IncomingMessage): unknown => ({
  url,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING_HEADERS.test(name))),
});
