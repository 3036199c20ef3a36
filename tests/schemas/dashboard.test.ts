import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { checkSchema } from '../../infra/dashboard/definition/check-schema.ts';

const DASHBOARD = `
dashboard: ops-room                 # slug
description: The operations wall
region: ap-southeast-1
timezone: Asia/Shanghai
token: ssm:/wallfeed/ops-room/token
maxSkew: 5m
database:
  cluster: arn:aws:rds:ap-southeast-1:123456789012:cluster:metrics
  secret: arn:aws:secretsmanager:ap-southeast-1:123456789012:secret:metrics-AbCdEf
  name: metrics
bucket: existing-bucket
cache: 30s
stale: 10m
origins: ['https://wall.example.com']
memory: 256
timeout: 10s
throttle: { rate: 50, burst: 100 }
budget: { amount: 20, email: ops@example.com }
endpoints:
  traffic-share:
    component: 3D Pie Chart
    csv: traffic.csv
  export:
    component: Pie Chart
    csv: { file: export.csv, encoding: gb18030, delimiter: ';', decimal: ',' }
    reading: sample
  orders:
    component: Bar Chart
    sql: select channel, hour, n from orders where at between :from and :to order by 2
    options: { stacked: true }
    cache: { ttl: 2m, shared: true }
    stale: 0s
  flow:
    component: 3D Sankey Diagram
    nodes: { csv: nodes.csv }
    links: { sql: file:queries/links.sql }
  wiring:
    component: Topology
    json: topology.json
    token: none
  chart:
    component: Scripted Chart A
    csv: chart.csv
    script: file:queries/chart.js
`;

describe('the schema of dashboard.yml', () => {
  test('the schema of dashboard.yml accepts every key', async () => {
    expect(await checkSchema(parse(DASHBOARD))).toEqual([]);
  });

  test.each(['a', 'A1', '1a', 'a_b', '-ab', 'ab-', `a${'b'.repeat(40)}`, 'a b'])(
    'dashboard.yml cannot have the slug %j',
    async (slug) => {
      const file = { dashboard: slug, endpoints: { [slug]: { component: 'x', csv: 'x' } } };
      expect((await checkSchema(file)).map(({ path }) => path)).toEqual([['endpoints', slug], ['dashboard']].sort());
    },
  );

  test.each(['ab', 'a1', 'a--b', `a${'b'.repeat(39)}`])('dashboard.yml may have the slug %j', async (slug) => {
    expect(await checkSchema({ dashboard: slug, endpoints: { [slug]: { component: 'x', csv: 'x' } } })).toEqual([]);
  });

  const cached = (cache: unknown) =>
    checkSchema({ dashboard: 'ab', cache, endpoints: { ab: { component: 'x', csv: 'x' } } });

  test.each(['0s', '500ms', '30s', '10m', '2h', '1d'])('dashboard.yml may have the duration %j', async (duration) => {
    expect(await cached(duration)).toEqual([]);
  });

  test.each(['30', 30, '1.5s', '-1s', '01s', '30 s', '1w', '30S', '', null])(
    'dashboard.yml cannot have the duration %j',
    async (duration) => {
      expect(await cached(duration)).toMatchObject([{ path: ['cache'] }]);
    },
  );

  test.each([{ ttl: '0s' }, { ttl: '30s', shared: true }, { ttl: '1d', shared: false }])(
    'dashboard.yml may have the cache %j',
    async (cache) => {
      expect(await cached(cache)).toEqual([]);
    },
  );

  test.each([[[]], [{}], [{ shared: true }], [{ ttl: 30 }], [{ ttl: '30s', shared: 'yes' }], [{ ttl: '30s', for: 1 }]])(
    'dashboard.yml cannot have the cache %j',
    async (cache) => {
      expect(await cached(cache)).toHaveLength(1);
    },
  );

  const withToken = (token: unknown) =>
    checkSchema({ dashboard: 'ab', endpoints: { ab: { component: 'x', csv: 'x', token } } });

  test.each(['none', 'ssm:/a/b-c_d.e', 'env:NAME_1', ['ssm:/a', 'env:B']].map((token) => [token]))(
    'dashboard.yml may have the token %j',
    async (token) => {
      expect(await withToken(token)).toEqual([]);
    },
  );

  test.each(
    ['ssm:a', 'ssm:/', 'ssm:/a/', 'ssm:/a b', 'env:', 'env:1A', 'env:A B', 'abc', 'None', [], ['none'], 12].map(
      (token) => [token],
    ),
  )('dashboard.yml cannot have the token %j', async (token) => {
    expect(await withToken(token)).toHaveLength(1);
  });
});
