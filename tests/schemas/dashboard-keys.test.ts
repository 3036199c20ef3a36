import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ROW_KEYS } from '../../infra/dashboard/endpoints/check-endpoint-keys.ts';
import { projectRoot } from '../../infra/program/project-root.ts';

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
}

const schema = JSON.parse(readFileSync(join(projectRoot, 'schemas/dashboard.json'), 'utf8'));
const ajv = new Ajv2020({ strictRequired: false, allowUnionTypes: true });
ajv.addSchema(schema);

const keysIn = (value: unknown, place: string): readonly (readonly [place: string, key: Node])[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = value as Node;
  const isSchema = !/\/dependentSchemas\/\w+$/.test(place);
  const own = isSchema
    ? Object.entries(properties).map(([name, key]) => [`${place}/properties/${name}`, key] as const)
    : [];
  const inside = Object.entries(value).filter(([name]) => name !== 'examples' && isSchema);
  return [...own, ...inside.flatMap(([name, one]) => keysIn(one, `${place}/${name}`))];
};

const definitionOf = ({ $ref = '#' }: Node): Node =>
  $ref
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name], schema);

describe.each(keysIn(schema, '#'))('the key at %s of dashboard.yml', (place, key) => {
  test('a key of dashboard.yml has a description for hints and editors', () => {
    expect(key.description ?? definitionOf(key).description).toMatch(/^\S.*[^.]$/);
  });

  test('a key of dashboard.yml has examples that are valid', () => {
    const examples =
      key.examples ?? (key.$ref?.includes('/properties/') ? definitionOf(key).examples : undefined) ?? [];
    const validate = ajv.compile({ $ref: `dashboard.json${place}` });
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter((example) => !validate(example))).toEqual([]);
  });
});

test('the keys of a table over a dataset are the same wherever dashboard.yml has the table', () => {
  const keys = Object.keys(schema.$defs.rowKeys.properties);
  const pattern = `^(${keys.join('|')})$`;
  const inTable = Object.keys(schema.$defs.table.then.patternProperties);
  const inEndpoint = Object.keys(schema.$defs.endpoint.patternProperties);
  expect({ inTable, inEndpoint }).toEqual({ inTable: ['^(csv|json)$', pattern], inEndpoint: [pattern] });
  expect(keys).toEqual([...ROW_KEYS]);
});
