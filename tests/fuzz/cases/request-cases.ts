import fc from 'fast-check';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { Fixtures } from '../setting/start-sources.ts';
import { address } from './address.ts';
import type { FuzzCase } from './fuzz-case.ts';
import { oddHeaders } from './odd-headers.ts';
import { jsonRequest, sentRequest } from './sent-request.ts';

const samplesOf = ({ folder, config, kind }: PlannedEndpoint): Fixtures => {
  if (kind === 'json') return { objects: { document: Buffer.from(JSON.stringify(folder.bodies.get(undefined))) } };
  return {
    objects: Object.fromEntries(
      Object.keys(config.tables).map((name) => [name, Buffer.from(folder.tables[name] ?? '')]),
    ),
  };
};

/** Draws requests of every form to endpoints with valid sources. */
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
