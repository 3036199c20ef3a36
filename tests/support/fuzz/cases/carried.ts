import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import type { FuzzEvent } from '../setting/load-functions.ts';
import { asQuery, type Encoding, type Parameter } from './encode-request.ts';
import { fuzzText, PROTOTYPE_KEYS } from './fuzz-texts.ts';
import { currentTime, type Digest, digestFor, timePeriod, type Value } from './request-values.ts';

export interface Carried {
  readonly time: Value;
  readonly period: Value;
  readonly digest: Digest;
  readonly digestIn: 'body' | 'query' | 'header' | 'nowhere';
  readonly others: readonly Parameter[];
  readonly inQuery: boolean;
  readonly twice: readonly Parameter[];
}

const parameterName = fc.constantFrom(
  'currentTime',
  'timePeriod',
  'token',
  'CURRENTTIME',
  'time period',
  '',
  SHOWN_CANARY,
  ...PROTOTYPE_KEYS,
);

const someParameters = fc.oneof(
  { arbitrary: fc.constant<Parameter[]>([]), weight: 3 },
  { arbitrary: fc.array(fc.tuple(parameterName, fuzzText), { minLength: 1, maxLength: 4 }), weight: 1 },
);

const others = fc.oneof(
  { arbitrary: fc.constant<Parameter[]>([]), weight: 50 },
  {
    arbitrary: fc.array(fc.tuple(fc.constantFrom('chart', '__proto__', 'constructor', 'x'), fuzzText), {
      maxLength: 3,
    }),
    weight: 10,
  },
  {
    arbitrary: fc
      .constantFrom(65_400, 65_530, 65_536, 65_537, 80_000)
      .map((length): Parameter[] => [['pad', 'p'.repeat(length)]]),
    weight: 4,
  },
  { arbitrary: fc.constant(Array.from({ length: 3_000 }, (_, index): Parameter => [`p${index}`, '1'])), weight: 1 },
);

export const carried: fc.Arbitrary<Carried> = fc.tuple(currentTime, timePeriod).chain(([time, period]) =>
  fc.record<Carried>({
    time: fc.constant(time),
    period: fc.constant(period),
    digest: digestFor(period.text, time.text),
    digestIn: fc.constantFrom('body', 'body', 'query', 'header', 'nowhere'),
    others,
    inQuery: fc.boolean(),
    twice: someParameters,
  }),
);

export type Sent = Pick<FuzzEvent, 'body' | 'isBase64Encoded' | 'headers' | 'rawQueryString'>;

export const asBody = (bytes: Buffer, isBase64: boolean): Pick<Sent, 'body' | 'isBase64Encoded'> =>
  bytes.length === 0
    ? { isBase64Encoded: false }
    : { body: bytes.toString(isBase64 ? 'base64' : 'utf8'), isBase64Encoded: isBase64 };

export const send = (
  { time, period, digest, digestIn, others: more, inQuery, twice }: Carried,
  { contentType, encode }: Encoding,
  isBase64: boolean,
): Sent => {
  const token = (place: Carried['digestIn']): Parameter[] => (place === digestIn ? [['token', digest.text]] : []);
  const numbers: Parameter[] = [
    ['currentTime', time.text],
    ['timePeriod', period.text],
  ];
  const inBody = [...(inQuery ? [] : numbers), ...token('body'), ...more];
  return {
    rawQueryString: asQuery([...(inQuery ? numbers : []), ...token('query'), ...twice]),
    headers: {
      ...(inBody.length > 0 && { 'content-type': contentType }),
      ...(digestIn === 'header' && { 'x-token': digest.text }),
    },
    ...asBody(Buffer.from(inBody.length > 0 ? encode(inBody) : ''), isBase64),
  };
};
