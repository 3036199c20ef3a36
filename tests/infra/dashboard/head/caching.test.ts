import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const load = async (ofDashboard: string, ofEndpoint = '') => {
  const file = `dashboard: ops-room
endpoints:
  pie: { component: 3D Pie Chart, csv: a.csv, ${ofEndpoint} }
${ofDashboard}
`;
  const folder = await writeFolder({ 'dashboard.yml': file, 'data/a.csv': 'name,value,score,pv\n' });
  const { errors, endpoints, replaced } = await loadDashboard(folder);
  const [config] = endpoints.map((endpoint) => endpoint.config);
  const printed = errors.map((error) => formatDiagnostic(error, error.file.slice(folder.length + 1)));
  return { errors: printed, kept: config && { cache: config.cache, stale: config.stale }, replaced };
};

const NOTHING = { cache: undefined, stale: undefined };
const THIRTY = { ttl: 30_000, shared: false };

describe('the cache of an endpoint', () => {
  test.each([
    ['', '', NOTHING],
    ['cache: 30s', '', { cache: THIRTY }],
    ['cache: { ttl: 30s }', '', { cache: THIRTY }],
    ['cache: { ttl: 30s, shared: false }', '', { cache: THIRTY }],
    ['cache: { ttl: 1s, shared: true }', '', { cache: { ttl: 1000, shared: true } }],
    ['cache: 500ms', '', { cache: { ttl: 500, shared: false } }],
    ['stale: 10m', '', { stale: 600_000 }],
    ['cache: 1m', 'cache: 30s, stale: 1h', { cache: THIRTY, stale: 3_600_000 }],
    ['cache: { ttl: 1m, shared: true }', 'cache: 30s', { cache: THIRTY }],
    ['cache: 1m', 'cache: { ttl: 30s, shared: true }', { cache: { ttl: 30_000, shared: true } }],
    ['stale: 10m', 'stale: 2d', { stale: 172_800_000 }],
    ['cache: 1m', 'cache: 0s', NOTHING],
    ['cache: { ttl: 1m, shared: true }', 'cache: { ttl: 0ms }', NOTHING],
    ['stale: 10m', 'stale: 0s', NOTHING],
    ['cache: 0s', 'cache: 30s', { cache: THIRTY }],
  ])(
    'the cache of an endpoint is set by %j in the dashboard and %j in the endpoint',
    async (ofDashboard, ofEndpoint, expected) => {
      const { errors, kept } = await load(ofDashboard, ofEndpoint);
      expect(errors).toEqual([]);
      expect(kept).toEqual({ ...NOTHING, ...expected });
    },
  );
});

const KEEPING = 'write a duration: 500ms, 30s, 10m, 2h or 1d; 0s switches it off';
const WAITING =
  'write 1s or more: others wait that long for the response that one environment builds; or leave `shared` out';

const FAULTS: readonly (readonly [string, number, string])[] = [
  ['cache: 30', 8, `\`cache\` cannot be 30 (${KEEPING})`],
  ['cache: none', 8, `\`cache\` cannot be "none" (${KEEPING})`],
  ['cache: []', 8, `\`cache\` cannot be a list (${KEEPING})`],
  ['cache: {}', 1, '`cache.ttl` is missing (add `ttl`: a duration, such as 30s)'],
  ['cache: { shared: true }', 1, '`cache.ttl` is missing (add `ttl`: a duration, such as 30s)'],
  ['cache: { ttl: 30, shared: true }', 15, `\`cache.ttl\` cannot be 30 (${KEEPING})`],
  [
    'cache: { ttl: 30s, shared: yes }',
    28,
    '`cache.shared` cannot be "yes" (write true for one cache in DynamoDB, or false for one in each environment)',
  ],
  ['cache: { ttl: 30s, shred: true }', 20, 'unknown key `cache.shred` (did you mean `shared`?)'],
  ['cache: { ttl: 30s, stale: 10m }', 20, 'unknown key `cache.stale` (known here: `ttl`, `shared`)'],
  [
    'cache: { ttl: 0s, shared: true }',
    15,
    '`cache.ttl` cannot be "0s" for a shared cache (write 1s or more, or `cache: 0s` to cache nothing)',
  ],
  ['cache: { shared: true, ttl: 999ms }', 29, `\`cache.ttl\` cannot be "999ms" for a shared cache (${WAITING})`],
  ['stale: 10 min', 8, `\`stale\` cannot be "10 min" (${KEEPING})`],
  ['stale: { ttl: 10m }', 8, `\`stale\` cannot be a map (${KEEPING})`],
];

describe('an error in cache or stale', () => {
  test.each(FAULTS)('an error in cache or stale of a dashboard is reported: %s', async (keys, column, words) => {
    const { errors, kept, replaced } = await load(keys);
    expect(errors).toEqual([`dashboard.yml:4:${column}  ${words}`]);
    expect([kept, replaced]).toEqual([NOTHING, [keys.split(':')[0]]]);
  });

  test.each(FAULTS)('an error in cache or stale of an endpoint is reported: %s', async (keys, column, words) => {
    const { errors, kept } = await load('', keys);
    expect(errors).toEqual([`dashboard.yml:3:${column + 46}  pie (3D Pie Chart): ${words}`]);
    expect(kept).toBeUndefined();
  });

  test('an error in cache or stale of a dashboard does not change the settings of an endpoint', async () => {
    const { kept } = await load('cache: { ttl: 0s, shared: true }\nstale: x', 'cache: 30s, stale: 1s');
    expect(kept).toEqual({ cache: THIRTY, stale: 1000 });
  });

  test('an empty key of cache or stale is an error', async () => {
    expect((await load('stale:')).errors).toEqual([`dashboard.yml:4:1  \`stale\` cannot be empty (${KEEPING})`]);
    expect((await load('cache: { ttl: , shared: true }')).errors).toEqual([
      `dashboard.yml:4:10  \`cache.ttl\` cannot be empty (${KEEPING})`,
    ]);
  });
});
