import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const SEED = 77;
const RUNS = 100;

/** A dashboard with most keys of a selection, over files, documents and datasets. */
const DASHBOARD = {
  dashboard: 'ops',
  timezone: 'Asia/Shanghai',
  token: ['ssm:/ops/token'],
  maxSkew: '5m',
  hours: ['Mon-Fri 07:30-22:00'],
  budget: { amount: 500, email: 'ops@example.com' },
  throttle: { rate: 50, burst: 100 },
  datasets: {
    sales: {
      csv: {
        file: 'sales.csv',
        dates: 'yyyy-MM-dd HH:mm',
        where: { Amount: { above: 1 } },
        window: { of: 'At', last: '1d' },
      },
    },
    query: { sql: 'select region, amount from sales', window: { last: '1h' }, cache: { ttl: '1m', shared: true } },
  },
  endpoints: {
    file: {
      component: 'Color Bar Chart',
      csv: {
        file: 'sales.csv',
        header: 1,
        decimal: '.',
        where: { Region: { not: ['x'], contains: ['N', 'S'] }, Amount: { atLeast: 1, blank: false } },
        columns: {
          name: { map: 'Region', to: { North: 'N' }, else: 'other' },
          unit: { constant: '' },
          value: { sum: 'Amount', where: { Region: 'North' } },
          color: { palette: ['#fff'] },
        },
        sort: '-value',
        limit: 3,
        rest: 'Others',
      },
      options: { title: 'a' },
      cache: '10s',
    },
    rows: {
      component: 'Map',
      json: {
        file: 'sales.json',
        rows: 'items',
        columns: { name: 'Region', value: { percent: 'Amount', of: 'Amount' } },
      },
    },
    selected: {
      component: '3D Bar Chart',
      dataset: 'sales',
      columns: { x: { hour: 'At' }, y: { last: 'Amount', by: 'At' } },
      window: 'At',
      unique: true,
    },
    pairs: { component: 'Map', dataset: 'sales', unpivot: ['Amount'], columns: { name: '$name', value: '$value' } },
    network: {
      component: '3D Sankey Diagram',
      nodes: { csv: 'sales.csv' },
      links: { sql: 'select 1', columns: { from: 1 } },
    },
  },
};

const FILES = {
  'data/sales.csv': 'Region,Amount,At\nNorth,4,2026-11-20 08:00\nSouth,5,2026-11-20 09:00\n',
  'data/sales.json': '{"items":[{"Region":"North","Amount":4}]}',
};

type Steps = readonly (string | number)[];

const pathsIn = (value: unknown, path: Steps = []): readonly Steps[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
];

const replaced = (value: unknown, [step, ...others]: Steps, by: unknown): unknown => {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? replaced(one, others, by) : one));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: replaced(fields[step], others, by) };
};

const WORDS = [
  'sum',
  'where',
  'columns',
  'dates',
  'of',
  '$value',
  'rows',
  '__proto__',
  'constructor',
  'file:',
  'ssm:/x',
  '🗼',
];

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    7,
    1e21,
    Number.NaN,
    '',
    ' ',
    '\u0000',
    [],
    {},
    [[]],
    [null],
    ...WORDS,
  ),
  fc
    .record({ key: fc.constantFrom(...WORDS), value: fc.constantFrom<unknown>(null, 7, '', [], {}, 'Amount') })
    .map(({ key, value }) => Object.fromEntries([[key, value]])),
  fc.array(fc.constantFrom<unknown>(7, 'Amount', null, {}), { maxLength: 3 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
);

test('check ends with diagnostics for any value of a key of dashboard.yml', async () => {
  const property = fc.asyncProperty(fc.constantFrom(...pathsIn(DASHBOARD)), oddValue, async (path, value) => {
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': stringify(replaced(DASHBOARD, path, value)) });
    const { errors, warnings, notes } = await checkDashboard(folder);
    const found = [...errors, ...warnings, ...notes];
    expect(
      found.filter(({ message, hint = '' }) => /error of Wallfeed|is not a function|undefined/.test(message + hint)),
    ).toEqual([]);
    expect(found.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
});
