import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import type { HostileEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { Holdings } from '../setting/start-sources.ts';
import { type Damage, damage } from './damage-bytes.ts';
import { asQuery, type Encoding, encodings, oddJson, oddType, type Parameter } from './encode-request.ts';
import type { Expected, HostileCase } from './hostile-case.ts';
import { hostileText, PROTOTYPE_KEYS } from './hostile-texts.ts';
import { oddHeaders } from './odd-headers.ts';
import { currentTime, type Digest, digestFor, timePeriod, type Value } from './request-values.ts';

/** What a request carries, and where. */
interface Carried {
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
  { arbitrary: fc.array(fc.tuple(parameterName, hostileText), { minLength: 1, maxLength: 4 }), weight: 1 },
);

const others = fc.oneof(
  { arbitrary: fc.constant<Parameter[]>([]), weight: 50 },
  {
    arbitrary: fc.array(fc.tuple(fc.constantFrom('chart', '__proto__', 'constructor', 'x'), hostileText), {
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

const carried: fc.Arbitrary<Carried> = fc.tuple(currentTime, timePeriod).chain(([time, period]) =>
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

type Send = Pick<HostileEvent, 'body' | 'isBase64Encoded' | 'headers' | 'rawQueryString'>;

const asBody = (bytes: Buffer, isBase64: boolean): Pick<Send, 'body' | 'isBase64Encoded'> =>
  bytes.length === 0
    ? { isBase64Encoded: false }
    : { body: bytes.toString(isBase64 ? 'base64' : 'utf8'), isBase64Encoded: isBase64 };

const send = (
  { time, period, digest, digestIn, others: more, inQuery, twice }: Carried,
  { contentType, encode }: Encoding,
  isBase64: boolean,
): Send => {
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

const isSmall = ({ body = '' }: Send): boolean => Buffer.byteLength(body) <= 65_536;

const opens = ({ digest, digestIn }: Carried): boolean => digest.isRight && digestIn !== 'nowhere';

/** What comes of a request that was sent as it is carried. */
const expectedOf = (one: Carried, sent: Send, { slug }: PlannedEndpoint): Expected | undefined => {
  if (slug.endsWith('-dated') || slug.endsWith('-lost')) return 'refused';
  if (slug.endsWith('-locked') && !opens(one)) return 'refused';
  if (!one.time.isRight || !one.period.isRight) return 'refused';
  return one.twice.length === 0 && one.others.length === 0 && isSmall(sent) ? 'good' : undefined;
};

/** Damaged, a request may still not open what its digest did not open before. */
const stillRefused = (one: Carried, { config }: PlannedEndpoint): { readonly expected?: Expected } =>
  config.tokens.length > 0 && !opens(one) ? { expected: 'refused' } : {};

const ascii = fc.string({ unit: 'binary-ascii' });

type Made = Pick<HostileCase, 'made' | 'expected' | 'secrets'> & Send;

const SECRET_FROM = 8;

const secretsOf = ({ digest, digestIn }: Carried): readonly string[] =>
  digestIn !== 'nowhere' && digest.text.length >= SECRET_FROM ? [digest.text] : [];

const damagedBody = (sent: Send, damages: readonly Damage[], isBase64: boolean): Send => {
  const bytes = Buffer.from(sent.body ?? '', sent.isBase64Encoded ? 'base64' : 'utf8');
  return {
    ...sent,
    ...asBody(
      damages.reduce<Buffer>((one, make) => make(one), bytes),
      isBase64,
    ),
  };
};

const sentRequest = (endpoint: PlannedEndpoint): fc.Arbitrary<Made> =>
  fc.tuple(carried, fc.constantFrom(...encodings), fc.boolean()).chain(([one, encoding, isBase64]) => {
    const sent = send(one, encoding, isBase64 || !encoding.contentType.includes('json'));
    const secrets = secretsOf(one);
    const open = stillRefused(one, endpoint);
    const expected = expectedOf(one, sent, endpoint);
    return fc.oneof(
      {
        arbitrary: fc.constant<Made>({ made: 'a request', ...sent, secrets, ...(expected && { expected }) }),
        weight: 5,
      },
      {
        arbitrary: fc.tuple(fc.array(damage, { minLength: 1, maxLength: 2 }), fc.boolean()).map(
          ([damages, inBase64]): Made => ({
            made: 'a request with a damaged body',
            ...damagedBody(sent, damages, inBase64),
            secrets: [],
            ...open,
          }),
        ),
        weight: 2,
      },
      {
        arbitrary: oddType.map(
          (contentType): Made => ({
            made: 'a request of another content type',
            ...sent,
            headers: { ...sent.headers, 'content-type': contentType },
            secrets: [],
            ...open,
          }),
        ),
        weight: 1,
      },
      {
        arbitrary: hostileText.map(
          (text): Made => ({
            made: 'a request with a wrong transfer encoding',
            ...sent,
            body: (sent.body ?? '') + text,
            isBase64Encoded: !sent.isBase64Encoded,
            secrets: [],
            ...open,
          }),
        ),
        weight: 1,
      },
      {
        arbitrary: fc.tuple(hostileText, ascii).map(
          ([text, more]): Made => ({
            made: 'a request with a damaged query',
            ...sent,
            rawQueryString: `${sent.rawQueryString}&${text}%&=&&%zz=%ff&${more}`,
            secrets: [],
            ...open,
          }),
        ),
        weight: 1,
      },
    );
  });

const jsonRequest: fc.Arbitrary<Made> = fc.tuple(oddJson, fc.boolean()).map(([text, isBase64]) => ({
  made: 'odd JSON',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  ...asBody(Buffer.from(text), isBase64),
}));

const ODD_SLUGS = [
  '',
  '%2e%2e',
  '..',
  'undefined',
  'toString',
  '__proto__',
  'constructor',
  '\0',
  '🦆',
  'x'.repeat(9_000),
  SHOWN_CANARY,
];

/** Mostly the endpoint itself; else an address that none has. */
const address = ({
  family,
  slug,
}: PlannedEndpoint): fc.Arbitrary<Pick<HostileEvent, 'rawPath' | 'pathParameters'> & { readonly isKnown: boolean }> =>
  fc.oneof(
    {
      arbitrary: fc.constant({ rawPath: `/${family}/${slug}`, pathParameters: { endpoint: slug }, isKnown: true }),
      weight: 20,
    },
    {
      arbitrary: fc
        .oneof(fc.constantFrom(...ODD_SLUGS, `${slug} `, slug.toUpperCase(), `${slug}/`, slug.slice(1)), hostileText)
        .map((endpoint) => ({ rawPath: `/${family}/${endpoint}`, pathParameters: { endpoint }, isKnown: false })),
      weight: 1,
    },
    { arbitrary: hostileText.map((rawPath) => ({ rawPath, isKnown: false })), weight: 1 },
  );

const samplesOf = ({ folder, config, kind }: PlannedEndpoint): Holdings => {
  if (kind === 'json') return { objects: { document: Buffer.from(JSON.stringify(folder.bodies.get(undefined))) } };
  return {
    objects: Object.fromEntries(
      Object.keys(config.tables).map((name) => [name, Buffer.from(folder.tables[name] ?? '')]),
    ),
  };
};

/** Requests of every form to endpoints whose sources are right. */
export const requestCases = (endpoints: readonly PlannedEndpoint[]): fc.Arbitrary<HostileCase> => {
  const asked = endpoints.filter(({ slug }) => /-(?:csv-0|json-0|locked|dated|lost|kept)$/.test(slug));
  const locked = endpoints.filter(({ slug }) => slug.endsWith('-locked'));
  const endpoint = fc.oneof(
    { arbitrary: fc.constantFrom(...asked), weight: 2 },
    { arbitrary: fc.constantFrom(...locked), weight: 1 },
  );
  return endpoint.chain((one) =>
    fc
      .tuple(
        fc.oneof({ arbitrary: sentRequest(one), weight: 6 }, { arbitrary: jsonRequest, weight: 1 }),
        address(one),
        oddHeaders,
      )
      .map(
        ([{ made, expected, secrets, ...sent }, { isKnown, ...where }, headers]): HostileCase => ({
          made,
          ...(isKnown ? expected && { expected } : { expected: 'refused' }),
          ...(secrets && { secrets }),
          endpoint: one,
          event: { version: '2.0', ...where, ...sent, headers: { ...headers, ...sent.headers } },
          holdings: samplesOf(one),
        }),
      ),
  );
};
