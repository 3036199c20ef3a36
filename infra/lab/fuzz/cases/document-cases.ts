import fc from 'fast-check';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { damage, randomBytes } from './damage-bytes.ts';
import { type FuzzCase, requestOf } from './fuzz-case.ts';
import { jsonText } from './json-text.ts';
import { mutatedDocument } from './mutate-document.ts';

type Made = Pick<FuzzCase, 'made' | 'expected'> & { readonly document: Buffer };

const bodyOf = ({ folder, config }: PlannedEndpoint): unknown =>
  folder.bodies.get(config.reading) ?? folder.bodies.get(undefined);

const keysIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(keysIn);
  return [...new Set(Array.isArray(value) ? inside : [...Object.keys(value), ...inside])];
};

const documentFor = (endpoint: PlannedEndpoint): fc.Arbitrary<Made> => {
  const body = bodyOf(endpoint);
  const right = Buffer.from(JSON.stringify(body));
  const written = (made: string) => (text: string) => ({ made, document: Buffer.from(text) });
  return fc.oneof(
    { arbitrary: mutatedDocument(body).map(written('a changed sample')), weight: 8 },
    { arbitrary: jsonText(keysIn(body)).map(written('any JSON')), weight: 4 },
    {
      arbitrary: fc.array(damage, { minLength: 1, maxLength: 3 }).map((damages) => ({
        made: 'a damaged sample',
        document: damages.reduce<Buffer>((bytes, make) => make(bytes), right),
      })),
      weight: 4,
    },
    { arbitrary: randomBytes.map((document) => ({ made: 'bytes', document })), weight: 1 },
    { arbitrary: fc.constant<Made>({ made: 'the sample', document: right, expected: 'good' }), weight: 1 },
  );
};

/** Draws documents for the endpoints that serve a JSON document. */
export const documentCases = (endpoints: readonly PlannedEndpoint[]): fc.Arbitrary<FuzzCase> =>
  fc.constantFrom(...endpoints.filter(({ kind }) => kind === 'json')).chain((endpoint) =>
    fc.tuple(documentFor(endpoint), fc.integer({ min: 0, max: 19 })).map(([{ document, ...how }, again]) => ({
      ...how,
      endpoint,
      event: requestOf(endpoint),
      fixtures: { objects: { document } },
      again: again === 0,
    })),
  );
