import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import { fuzzText, PROTOTYPE_KEYS } from './fuzz-texts.ts';

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

/** Draws additional headers of a request. API Gateway sends header names in lower case. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
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
