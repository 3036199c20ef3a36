import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createTrial, type LoadedDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { HEAD_KEYS } from '../../../../infra/dashboard/head/head-keys.ts';
import { withKeyTables } from '../../../../infra/dashboard/reference/render-reference.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

interface Key {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Key>>;
}

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const schema = JSON.parse(readText('schemas/dashboard.json'));

const follow = (key: Key): Key => ({ ...schema.$defs[key.$ref?.split('/').at(-1) ?? ''], ...key });

const DURATION = /\b\d+(?:ms|s|m|h|d)\b/g;
const QUOTED = /`([^`]+)`|(?<=such as )('[^']+')/g;

const innerNames = (value: unknown): readonly string[] =>
  Object.entries(Object(value)).flatMap(([name, one]) => [
    ...(name === 'properties' ? Object.keys(Object(one)) : []),
    ...innerNames(typeof one === 'object' ? one : undefined),
  ]);

/** Returns the values that the texts of a key name: durations, and texts in quotes that are no keys or commands. */
const namedValues = (key: Key): readonly unknown[] => {
  const { title = '', description = '' } = follow(key);
  const text = `${title}. ${description}`;
  const others = [...innerNames(follow(key)), 'wallfeed cost'];
  const quoted = Array.from(text.matchAll(QUOTED), ([, code = '', plain = code]) => plain);
  const durations = text.replaceAll(QUOTED, '').match(DURATION) ?? [];
  return [...durations, ...quoted.filter((one) => !others.includes(one)).map((one) => parse(one))];
};

/** Returns the values of a key: the examples, the default, and those that its texts name. */
const valuesOf = (key: Key): readonly unknown[] => [
  ...(key.examples ?? []),
  ...(key.default === undefined ? [] : [key.default]),
  ...namedValues(key),
];

/** Returns the values to write at a key of the dashboard: its own, and its example with each value of an inner key. */
const topValues = (key: Key): readonly unknown[] => {
  const { properties = {}, examples = [] } = key;
  const [example] = examples;
  const inner = Object.entries(properties).flatMap(([name, one]) => {
    const among = examples.find((map) => Object.hasOwn(Object(map), name)) ?? example;
    return valuesOf(one).map((value) => ({ ...Object(among), [name]: value }));
  });
  return [...valuesOf(key), ...inner];
};

const ENDPOINTS = {
  orders: { component: 'Pie Chart', csv: 'orders.csv' },
  china: { component: 'Pie Chart', csv: 'orders.csv' },
};

let tryOut: (value: unknown) => Promise<LoadedDashboard>;

beforeAll(async () => {
  const folder = await writeFolder({ 'dashboard.yml': '', 'data/orders.csv': 'name,value\na,1\n' });
  tryOut = await createTrial(folder);
});

const tops: readonly (readonly [string, Key])[] = Object.entries(schema.properties);

describe.each(tops.filter(([name]) => name !== 'endpoints' && name !== 'datasets'))(
  '`%s` of dashboard.yml',
  (name, key) => {
    test('each value that the reference names is valid', async () => {
      const values = topValues(follow(key));
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        const { errors } = await tryOut({ dashboard: 'ops-room', endpoints: ENDPOINTS, [name]: value });
        expect({ value, errors: errors.map(({ message }) => message) }).toEqual({ value, errors: [] });
      }
    });
  },
);

test('each key of the dashboard is required, has a default, or says what applies without it', () => {
  const silent = Array.from(HEAD_KEYS).filter(
    ([name, { schema, without }]) =>
      !['dashboard', 'endpoints'].includes(name) && (schema.default === undefined) === (without === undefined),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('a mistake in a key that endpoints do not need leaves every endpoint served', async () => {
  const faulty = Array.from(HEAD_KEYS).filter(([name, { stops }]) => !stops && name !== 'endpoints');
  for (const [name] of faulty) {
    const loaded = await tryOut({ dashboard: 'ops-room', endpoints: ENDPOINTS, [name]: { what: 1 } });
    expect({ name, endpoints: loaded.endpoints.map(({ slug }) => slug) }).toEqual({
      name,
      endpoints: ['orders', 'china'],
    });
    expect(loaded.errors).not.toEqual([]);
  }
});

test('infra/dashboard/README.md has the tables of all keys (if it does not, run npm run catalogue)', () => {
  const page = readText('infra/dashboard/README.md');
  expect(withKeyTables(page, schema)).toBe(page);
});
