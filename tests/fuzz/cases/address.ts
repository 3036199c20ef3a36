import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import type { FuzzEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { fuzzText } from './fuzz-texts.ts';

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

/** Draws an address: mostly that of the endpoint itself, sometimes one that no endpoint has. */
export const address = ({
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
