import fc from 'fast-check';
import { SHOWN_CANARY } from '../setting/canaries.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { damage, randomBytes } from './damage-bytes.ts';
import { type FuzzCase, requestOf } from './fuzz-case.ts';
import { fuzzText, PROTOTYPE_KEYS } from './fuzz-texts.ts';
import { jsonText } from './json-text.ts';

type Container = Record<string | number, unknown>;
type Path = readonly (string | number)[];

type Change = (container: Container, key: string | number) => void;

const pathsOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf((value as Container)[key], [...path, key]))];
};

/** Begins a text that stands for raw JSON which no value can represent, such as a number of 400 digits. */
const RAW = '\u0001';
const RAW_TEXT = /"\\u0001((?:[^"\\]|\\.)*)"/g;

const writeDocument = (document: unknown): string =>
  JSON.stringify(document).replace(RAW_TEXT, (_, raw: string) => JSON.parse(`"${raw}"`) as string);

const define = (container: Container, key: string, value: unknown): void => {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
};

const remove: Change = (container, key) => {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
};

const repeat =
  (times: number): Change =>
  (container, key) => {
    if (Array.isArray(container))
      container.splice(Number(key), 0, ...Array.from({ length: times }, () => container[Number(key)]));
    else container[key] = Array.from({ length: times }, () => container[key]);
  };

const otherType: Change = (container, key) => {
  const value = container[key];
  container[key] =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? Number(value) : { ...Object(value) };
};

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    arbitrary: jsonText([]).map(
      (raw): Change =>
        (container, key) => {
          container[key] = RAW + raw;
        },
    ),
    weight: 4,
  },
  {
    arbitrary: fuzzText.map(
      (text): Change =>
        (container, key) => {
          container[key] = text.replace(RAW, '');
        },
    ),
    weight: 3,
  },
  { arbitrary: fc.constantFrom<Change>(remove, repeat(1), repeat(40), otherType), weight: 3 },
  {
    arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, SHOWN_CANARY, 'key99', 'x'.repeat(4_000)).map(
      (name): Change =>
        (container, key) => {
          if (Array.isArray(container)) container[Number(key)] = { [name]: container[Number(key)] };
          else define(container, name, container[key]);
        },
    ),
    weight: 1,
  },
);

const applied = (body: unknown, changes: readonly (readonly [nat: number, change: Change])[]): unknown => {
  const root: Container = { body: structuredClone(body) };
  for (const [at, make] of changes) {
    const paths = pathsOf(root.body, ['body']);
    const path = paths[at % paths.length] ?? ['body'];
    const container = path.slice(0, -1).reduce<unknown>((value, key) => (value as Container)[key], root) as Container;
    make(container, path.at(-1) ?? 'body');
  }
  return root.body ?? null;
};

/** Draws the text of a valid body after one to four changes anywhere inside it. */
const mutatedDocument = (body: unknown): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 4 })
    .map((changes) => writeDocument(applied(body, changes)));

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
