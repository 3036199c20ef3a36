import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { partsToFill } from '../support/shapes/parts-to-fill.ts';
import { commonSchemas } from '../support/shapes/weakened-judges.ts';
import { csvFileOf, eachShape, otherReadingOf, shapeFolders } from '../support/tables/shape-folders.ts';

/** Matches the ids of the interface's shapes. Other shapes have ids such as X1. */
const OF_INTERFACE = /^S([1-9]|[1-4]\d|50)$/;

const families = [...new Set(shapeFolders.map(({ family }) => family))];
const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the shapes of the interface serve 74 components: the 73 in its table of endpoints, and 3D Map, which S25 names', () => {
  const ofInterface = shapeFolders.filter(({ shape }) => OF_INTERFACE.test(shape.id));
  expect(new Set(ofInterface.flatMap(({ shape }) => shape.components)).size).toBe(74);
});

test('no two shapes for other front ends have the same id', () => {
  const ids = shapeFolders.map(({ shape }) => shape.id).filter((id) => !OF_INTERFACE.test(id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each component is served by one shape', () => {
  const served = shapeFolders.flatMap(({ shape }) => shape.components);
  expect(served.filter((name, index) => served.indexOf(name) !== index)).toEqual([]);
});

test('the families are the folders of functions/, and each has a shape', () => {
  expect(readdirSync(new URL('../../functions', import.meta.url)).toSorted()).toEqual(families.toSorted());
});

describe.each(families)('family %s', (family) => {
  const shapes = shapeFolders.filter((folder) => folder.family === family);

  test('a family has a handler that lists each of its shapes', () => {
    const handler = source(`functions/${family}/handler.ts`);
    const imports = Array.from(handler.matchAll(/'\.\.\/\.\.\/schemas\/(.+)\/shape\.ts'/g), ([, path]) => path);
    expect(imports.toSorted()).toEqual(shapes.map(({ name }) => `${family}/${name}`).toSorted());
    expect(handler).toContain(`'#validators/${family}'`);
  });
});

describe.each(eachShape)('%s', (_, folder) => {
  const { name, shape, files, schema, options } = folder;

  test('the folder of a shape has exactly the files of a shape, apart from pictures', () => {
    const other = otherReadingOf(shape);
    const tables = Object.keys(shape.tables).map(csvFileOf);
    const required = ['shape.ts', 'preview.ts', 'schema.json', 'sample.json', 'rejects.json', 'README.md', ...tables];
    const readings = other ? [`reading.${other}.json`] : [];
    const settings = Object.keys(options).length > 0 ? ['options.json'] : [];
    const texts = files.filter((file) => !/^preview(?:\.[a-z0-9-]+)?\.svg$/.test(file));
    expect(texts.toSorted()).toEqual([...required, ...readings, ...settings].toSorted());
  });

  test('the folder of a shape has a name in kebab-case, and not the number of the shape in the interface', () => {
    expect(shape.name).toBe(name);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name).not.toMatch(/^s\d+(-|$)/);
    expect(shape.id).toMatch(/^[SX]\d+$/);
    if (shape.id.startsWith('S')) expect(shape.id).toMatch(OF_INTERFACE);
  });

  test('the folder of a shape has a text in each part that new-shape leaves empty', () => {
    expect(partsToFill(folder)).toEqual([]);
  });

  test('a shape accepts the options of its sample', () => {
    expect(checkOptions(shape.options, options)).toEqual([]);
  });

  test('each table that a shape lists as optional is one of its tables', () => {
    expect(Object.keys(shape.tables)).toEqual(expect.arrayContaining([...shape.optionalTables]));
  });

  test('a shape has a schema that states the version of JSON Schema', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });

  test('a shape has a schema whose title says in one sentence what the component shows', () => {
    expect(schema.title).toMatch(/^(?:Shows|Draws|Compares|Lists) .{10,110}[^.]$/);
  });
});

describe('schemas', () => {
  const schemas = [
    ...Array.from(commonSchemas, ([file, schema]) => [`common/${file}`, schema] as const),
    ...eachShape.map(([path, { schema }]) => [`${path}/schema.json`, schema] as const),
  ];

  const inside = (value: unknown): readonly Record<string, unknown>[] => {
    if (typeof value !== 'object' || value === null) return [];
    const found = Object.values(value).flatMap(inside);
    return Array.isArray(value) ? found : [value as Record<string, unknown>, ...found];
  };

  test.each(schemas)(
    '%s: a $ref has no other keywords beside it, so that no violation is reported twice',
    (_, schema) => {
      for (const subschema of inside(schema))
        if (typeof subschema.$ref === 'string') expect(Object.keys(subschema)).toEqual(['$ref']);
    },
  );

  test.each(schemas)(
    'the schema %s has no anyOf or oneOf, because their errors do not say which alternative was meant',
    (_, schema) => {
      for (const subschema of inside(schema)) {
        expect(Object.keys(subschema)).not.toContain('anyOf');
        expect(Object.keys(subschema)).not.toContain('oneOf');
      }
    },
  );
});
