import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/transport';
import { SignatureV4 } from '@smithy/signature-v4';

export interface SessionKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const createSessionKey = (): SessionKey => ({
  accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
});

export type SignatureFault = 'unsigned' | 'unknownKey' | 'wrongSignature';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const AMZ_DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_HEADER = 'x-amz-content-sha256';

/** Headers without which a signature would also fit another host or time. */
const REQUIRED = ['host', 'x-amz-date'];

/** Reads the query of a request as the signer needs it: a list for a name that is given several times. */
const queryOf = (query: string): Record<string, string | string[]> => {
  // A plus sign of a signed query is no blank.
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [value = '', ...others] = parameters.getAll(name);
      return [name, others.length > 0 ? [value, ...others] : value];
    }),
  );
};

const signAgain = async (
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  key: SessionKey,
  { region, service, names }: { readonly region: string; readonly service: string; readonly names: readonly string[] },
): Promise<string> => {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const [, ...date] = AMZ_DATE.exec(String(headers['x-amz-date'])) ?? [];
  const [year, month, day, hours, minutes, seconds] = date.map(Number) as [number, number, number, ...number[]];
  const signer = new SignatureV4({
    service,
    region,
    credentials: key,
    sha256: Sha256,
    uriEscapePath: service !== 's3',
    applyChecksum: names.includes(DIGEST_HEADER),
  });
  const request = new HttpRequest({
    method,
    protocol: 'http:',
    hostname: '127.0.0.1',
    path,
    query: queryOf(query),
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
    body,
  });
  const signingDate = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  return (await signer.sign(request, { signingDate })).headers.authorization ?? '';
};

const areEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** True if the header with the digest of the body is absent, or is the digest. Only S3 accepts UNSIGNED-PAYLOAD and the like. */
const hasDigest = (sent: unknown, body: Buffer, service: string): boolean =>
  sent === undefined ||
  sent === createHash('sha256').update(body).digest('hex') ||
  (service === 's3' && !DIGEST.test(String(sent)));

/** Returns undefined if the signature is correct. */
export const findSignatureFault = async (
  request: IncomingMessage,
  body: Buffer,
  key: SessionKey,
): Promise<SignatureFault | undefined> => {
  const { headers } = request;
  const [, accessKeyId, region = '', service = '', signed = '', signature = ''] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (accessKeyId === undefined) return 'unsigned';
  if (!areEqual(accessKeyId, key.accessKeyId)) return 'unknownKey';
  const names = signed.split(';');
  const isComplete = REQUIRED.every((name) => names.includes(name)) && AMZ_DATE.test(String(headers['x-amz-date']));
  if (!isComplete || !hasDigest(headers[DIGEST_HEADER], body, service)) return 'wrongSignature';
  const authorization = await signAgain(request, body, key, { region, service, names });
  return areEqual(AUTHORIZATION.exec(authorization)?.[5] ?? '', signature) ? undefined : 'wrongSignature';
};
