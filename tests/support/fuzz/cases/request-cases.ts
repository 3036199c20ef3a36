import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import type { FuzzEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { Fixtures } from '../setting/start-sources.ts';
import type { FuzzCase } from './fuzz-case.ts';
import { fuzzText, PROTOTYPE_KEYS } from './fuzz-texts.ts';
import { jsonRequest, sentRequest } from './sent-request.ts';

const ENCODINGS = [
  'gzip',
  'gzip, deflate, br, zstd',
  '*',
  '*;q=0',
  'gzip;q=0',
  'gzip;q=0.000',
  'gzip;q=',
  'gzip;q=-1',
  'gzip;q=1e9',
  'GZIP',
  'x-gzip',
  'identity;q=0',
  'gzip;q=NaN, *;q=0.5',
  ','.repeat(2_000),
  `gzip${' '.repeat(2_000)}`,
  `gzip;${'q=0;'.repeat(1_000)}`,
];

const flood = fc
  .constantFrom(50, 1_000, 5_000)
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, SHOWN_CANARY])));

/** API Gateway sends header names in lower case. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant<Record<string, string>>({}), weight: 40 },
  {
    arbitrary: fc.oneof(fc.constantFrom(...ENCODINGS), fuzzText).map((text) => ({ 'accept-encoding': text })),
    weight: 40,
  },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'cookie',
          'host',
          'authorization',
          'content-encoding',
          'if-none-match',
          'x-forwarded-for',
          'constructor',
          'tostring',
        ),
        fuzzText,
      )
      .map(([name, text]) => ({ [name]: text })),
    weight: 20,
  },
  { arbitrary: flood, weight: 1 },
  {
    arbitrary: fc
      .constantFrom(...PROTOTYPE_KEYS)
      .map((name) => JSON.parse(`{${JSON.stringify(name)}:"${SHOWN_CANARY}"}`) as Record<string, string>),
    weight: 5,
  },
);

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

const address = ({
  family,
  slug,
}: PlannedEndpoint): fc.Arbitrary<Pick<FuzzEvent, 'rawPath' | 'pathParameters'> & { readonly isKnown: boolean }> =>
  fc.oneof(
    {
      arbitrary: fc.constant({ rawPath: `/${family}/${slug}`, pathParameters: { endpoint: slug }, isKnown: true }),
      weight: 20,
    },
    {
      arbitrary: fc
        .oneof(fc.constantFrom(...ODD_SLUGS, `${slug} `, slug.toUpperCase(), `${slug}/`, slug.slice(1)), fuzzText)
        .map((endpoint) => ({ rawPath: `/${family}/${endpoint}`, pathParameters: { endpoint }, isKnown: false })),
      weight: 1,
    },
    { arbitrary: fuzzText.map((rawPath) => ({ rawPath, isKnown: false })), weight: 1 },
  );

const samplesOf = ({ folder, config, kind }: PlannedEndpoint): Fixtures => {
  if (kind === 'json') return { objects: { document: Buffer.from(JSON.stringify(folder.bodies.get(undefined))) } };
  return {
    objects: Object.fromEntries(
      Object.keys(config.tables).map((name) => [name, Buffer.from(folder.tables[name] ?? '')]),
    ),
  };
};

export const requestCases = (endpoints: readonly PlannedEndpoint[]): fc.Arbitrary<FuzzCase> => {
  const requested = endpoints.filter(({ slug }) => /-(?:csv-0|json-0|locked|dated|lost|kept)$/.test(slug));
  const locked = endpoints.filter(({ slug }) => slug.endsWith('-locked'));
  const endpoint = fc.oneof(
    { arbitrary: fc.constantFrom(...requested), weight: 2 },
    { arbitrary: fc.constantFrom(...locked), weight: 1 },
  );
  return endpoint.chain((planned) =>
    fc
      .tuple(
        fc.oneof({ arbitrary: sentRequest(planned), weight: 6 }, { arbitrary: jsonRequest, weight: 1 }),
        address(planned),
        oddHeaders,
      )
      .map(
        ([{ made, expected, secrets, ...sent }, { isKnown, ...where }, headers]): FuzzCase => ({
          made,
          ...(isKnown ? expected && { expected } : { expected: 'refused' }),
          ...(secrets && { secrets }),
          endpoint: planned,
          event: { version: '2.0', ...where, ...sent, headers: { ...headers, ...sent.headers } },
          fixtures: samplesOf(planned),
        }),
      ),
  );
};
