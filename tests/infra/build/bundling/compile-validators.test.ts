import { describe, expect, test } from '@jest/globals';
import { compileValidator } from '../../../../infra/build/bundling/compile-validators.ts';
import type { Validate } from '../../../../shared/catalogue/accepts.ts';

const colour = {
  path: 'schemas/common/colour.json',
  text: JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A colour',
    type: 'string',
    enum: ['red', 'green'],
  }),
};

const dot = (text: string) => ({ path: 'schemas/map/coloured-dot/schema.json', text });

const schema = JSON.stringify({
  type: 'object',
  required: ['a/b'],
  properties: {
    'a/b': { type: 'array', uniqueItems: true, items: { type: 'string', maxLength: 5 } },
    color: { $ref: '../../common/colour.json' },
  },
});

/** Loads code from a data URL, which fails if the code imports or requires anything. */
const load = async (code: string): Promise<Validate> =>
  ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { validate: Validate }).validate;

test('a compiled schema resolves references relative to its own file', async () => {
  const validate = await load(await compileValidator(dot(schema), [colour]));
  expect(validate?.({ 'a/b': ['x', 'y'], color: 'red' })).toBe(true);
  expect(validate?.errors).toBeNull();
});

test('a validator lists every error with its path', async () => {
  const validate = await load(await compileValidator(dot(schema), [colour]));
  expect(validate?.({ 'a/b': ['x', 7], color: 'blue' })).toBe(false);
  expect(validate?.errors).toEqual([
    expect.objectContaining({ instancePath: '/a~1b/1', keyword: 'type' }),
    expect.objectContaining({ instancePath: '/color', keyword: 'enum', params: { allowedValues: ['red', 'green'] } }),
  ]);
});

describe('a validator of a body with thousands of errors', () => {
  const several = JSON.stringify({
    type: 'array',
    items: { anyOf: [{ $ref: '../../common/colour.json' }, { type: 'array', items: { type: 'number' } }] },
  });
  const list = JSON.stringify({ type: 'array', items: { type: 'number' } });
  const referring = JSON.stringify({ type: 'array', items: { $ref: '../../common/pair.json' } });
  const pair = {
    path: 'schemas/common/pair.json',
    text: JSON.stringify({ type: 'object', required: ['a'], properties: { a: {}, b: { $ref: 'pair.json' } } }),
  };
  const compile = async (text: string) => await load(await compileValidator(dot(text), [colour, pair]));
  const keyed = JSON.stringify({ type: 'object', patternProperties: { '^k': { $ref: '../../common/colour.json' } } });
  const repeated = (entry: unknown) => Array.from({ length: 50_000 }, () => entry);

  test.each([
    ['in the list itself', list, 'x'],
    ['by a reference', referring, {}],
    ['in references inside of references', referring, { b: {} }],
    ['in all of several ways', several, ['x']],
  ])('a validator lists about 1000 errors of a list with thousands of them: %s', async (_, text, entry) => {
    const validate = await compile(text);
    expect(validate?.(repeated(entry))).toBe(false);
    expect(Math.round((validate?.errors?.length ?? 0) / 10)).toBe(100);
    expect(validate?.errors?.every((error) => typeof error.instancePath === 'string')).toBe(true);
  });

  test('a validator lists 1000 errors of a map with thousands of them', async () => {
    const validate = await compile(keyed);
    const wrong = Object.fromEntries(repeated('blue').map((entry, index) => [`k${index}`, entry]));
    expect(validate?.(wrong)).toBe(false);
    expect(validate?.errors).toHaveLength(1_000);
    expect(validate?.errors?.[7]).toMatchObject({ instancePath: '/k7', keyword: 'enum' });
    expect(validate?.({ k1: 'red', other: 'blue' })).toBe(true);
  });

  test('a validator checks a whole list against each of several alternatives', async () => {
    const lists = ['number', 'string'].map((type) => ({ type: 'array', items: { type } }));
    const validate = await compile(JSON.stringify({ anyOf: lists }));
    expect(validate?.([...repeated('x'), 7])).toBe(false);
    expect(validate?.([...repeated('x'), 'y'])).toBe(true);
  });

  test('a validator checks the entries of a list after those of `prefixItems`', async () => {
    const tuple = { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } };
    const validate = await compile(JSON.stringify(tuple));
    expect(validate?.(['x', 1, 2])).toBe(true);
    expect(validate?.(['x', 1, 'y'])).toBe(false);
    expect(validate?.errors).toEqual([expect.objectContaining({ instancePath: '/2', keyword: 'type' })]);
  });

  test('a validator accepts an entry that matches one of several alternatives, even after thousands of entries', async () => {
    const validate = await compile(several);
    expect(validate?.(repeated([1, 2]))).toBe(true);
    expect(validate?.([...repeated([1, 2]), 'blue'])).toBe(false);
    expect(validate?.([...repeated('blue'), [1]])).toBe(false);
    expect(validate?.(['red'])).toBe(true);
  });
});

test('a compiled validator contains no titles, descriptions or examples', async () => {
  expect(await compileValidator(dot(schema), [colour])).not.toMatch(/\$schema|A colour/);
});

test.each([
  ['text that is not JSON', '{', /^schemas\/map\/coloured-dot\/schema\.json is not JSON: /],
  ['an unknown keyword', '{"typ":"string"}', /^schemas\/map\/coloured-dot\/schema\.json .*unknown keyword: "typ"/],
  ['a value that JSON Schema refuses', '{"maxLength":"5"}', /^schemas\/map\/coloured-dot\/schema\.json .*maxLength/],
  ['a reference to nowhere', '{"$ref":"../../common/color.json"}', /^schemas\/map\/coloured-dot\/schema\.json .*color/],
])('the compiler refuses %s and names the file', async (_, text, message) => {
  await expect(compileValidator(dot(text), [colour])).rejects.toThrow(message);
});
