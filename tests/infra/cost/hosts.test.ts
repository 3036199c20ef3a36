import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CostOptions } from '../../../infra/cost/estimate-dashboard.ts';
import { rangeOf } from '../../../infra/cost/estimate-dashboard.ts';
import { readPriceList } from '../../../infra/cost/price-list.ts';
import { formatJson } from '../../../infra/cost/report/format-data.ts';
import { formatReport } from '../../../infra/cost/report/format-report.ts';
import { setLanguage } from '../../../infra/language/language.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { estimateOf, savingsOf } from '../../support/cost/cost-of.ts';
import { PRICES } from '../../support/cost/wall-of.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const MINUTES_A_MONTH = 60 * 24 * 30;
const HOURS_A_MONTH = 24 * 30;
const SHARED = 'cache: { ttl: 1m, shared: true }';
const COMPONENT = 'component: 3D Pie Chart, columns: { name: a, value: b }';

const apiWith = (host: string, http: string, cache = SHARED, more = '') => ({
  'dashboard.yml': `dashboard: shop
hosts: { tickets: { url: 'https://tickets.example.com'${host} } }
datasets:
  open: { http: { host: tickets, path: /open${http} }, ${cache} }
  closed: { http: { host: tickets, path: /closed }, ${cache} }
endpoints:
  open: { ${COMPONENT}, dataset: open${more} }
  closed: { ${COMPONENT}, dataset: closed }
`,
});

const callsOf = async (files: Readonly<Record<string, string>>, options: CostOptions = {}) =>
  (await estimateOf(files, options)).hosts;

const reportOf = async (files: Readonly<Record<string, string>>, options: CostOptions = {}) => {
  const { estimate, input, ...savings } = await savingsOf(files, options);
  return { dashboard: input.dashboard, estimate, savings, hasDetails: false, hasYear: false };
};

describe('the calls to a host', () => {
  test('datasets that share their rows call their host once a slot', async () => {
    expect(await callsOf(apiWith('', ''), { environments: '16' })).toEqual([
      { host: 'tickets', calls: 2 * MINUTES_A_MONTH, isLimited: false },
    ]);
  });

  test('each environment calls a host whose rows are not shared', async () => {
    const [host] = await callsOf(apiWith('', '', 'cache: 1m'), { environments: '4' });
    expect(host?.calls).toBe(4 * 2 * MINUTES_A_MONTH);
  });

  test('each page of an answer is a call: as many as `atMost` allows, or as --pages says', async () => {
    const files = apiWith('', ', pages: { next: next, atMost: 20 }');
    expect((await callsOf(files))[0]?.calls).toBe((20 + 1) * MINUTES_A_MONTH);
    expect((await callsOf(files, { pages: '3' }))[0]?.calls).toBe((3 + 1) * MINUTES_A_MONTH);
  });

  test.each(['page: p', 'offset: o, size: 10'])(
    'the empty page at the end of `pages: { %s }` is a call, too',
    async (way) => {
      const files = apiWith('', `, pages: { ${way}, atMost: 20 }`);
      expect((await callsOf(files, { pages: '3' }))[0]?.calls).toBe((3 + 1 + 1) * MINUTES_A_MONTH);
    },
  );

  test('a login is a call of each environment an hour', async () => {
    const login = ', login: { path: /token, form: { key: ssm:/key }, token: access_token }';
    const [host] = await callsOf(apiWith(login, ''), { environments: '4' });
    expect(host?.calls).toBe(2 * MINUTES_A_MONTH + 4 * HOURS_A_MONTH);
  });

  test('each combination of the parameters in a request is a call', async () => {
    const parameters = ', parameters: { region: { oneOf: [north, south, east] } }';
    const files = apiWith('', ', query: { region: :region }', SHARED, parameters);
    expect((await callsOf(files))[0]?.calls).toBe((3 + 1) * MINUTES_A_MONTH);
    expect((await callsOf(files, { combinations: '2' }))[0]?.calls).toBe((2 + 1) * MINUTES_A_MONTH);
  });

  test('there are no more calls than `rate` allows to all environments', async () => {
    const [host] = await callsOf(apiWith(', rate: 1/m', ', pages: { page: p }'));
    expect(host).toEqual({ host: 'tickets', calls: MINUTES_A_MONTH, isLimited: true });
  });

  test('JSON and the report list the calls to each host, in English and Chinese', async () => {
    const report = await reportOf(apiWith(', rate: 1/m', ', pages: { page: p }'));
    expect(JSON.parse(formatJson(report)).hosts).toEqual([{ host: 'tickets', calls: MINUTES_A_MONTH }]);
    const lines = (text: string) => text.split('\n').filter((line) => line.includes('43,200'));
    expect(lines(formatReport(report))).toEqual(['  43,200  tickets  all that `rate` allows']);
    expect(formatReport(report)).toContain('\nCalls to each host in a month\n');
    setLanguage('zh');
    try {
      expect(lines(formatReport(report))).toEqual(['  43,200  tickets  达到 `rate` 的上限']);
      expect(formatReport(report)).toContain('\n每月对各主机的调用\n');
    } finally {
      setLanguage('en');
    }
  });

  test('the report without hosts names neither hosts nor the price of metrics', async () => {
    const files = {
      'dashboard.yml': 'dashboard: shop\nendpoints: { pie: { component: 3D Pie Chart, csv: a.csv } }\n',
      'data/a.csv': 'name,value,score,pv\na,1,,\n',
    };
    const report = await reportOf(files);
    const { hosts, prices } = JSON.parse(formatJson(report));
    expect([hosts, prices.metricRead, prices.metric.price]).toEqual([undefined, undefined, 0.3]);
    expect(formatReport({ ...report, hasDetails: true })).not.toMatch(/each host|Hosts\.|metrics read/);
  });
});

const metricsOf = (metrics: string, cache = 'cache: { ttl: 1m, shared: true }') => ({
  'dashboard.yml': `dashboard: shop
region: eu-west-1
datasets:
  calls: { cloudwatch: { metrics: { ${metrics} } }, window: { last: 1h }, ${cache} }
endpoints:
  calls: { component: 3D Pie Chart, dataset: calls, columns: { name: label, value: value } }
`,
});

const metric = (id: string, stat = 'Sum', name = id) => `${id}: { namespace: Shop, name: ${name}, stat: ${stat} }`;
const FIVE = ['a', 'b', 'c', 'd', 'e'].map((id) => metric(id)).join(', ');
const SEARCHING = `found: "SEARCH('{Shop} a', 'Sum', 300)"`;

describe('the metrics of CloudWatch', () => {
  const sourceOf = async (metrics: string, options: CostOptions = {}, cache?: string) =>
    (await estimateOf(metricsOf(metrics, cache), options)).datasets[0]?.source;

  test('infra/cost/README.md has the estimate of five metrics', async () => {
    const readme = readFileSync(join(projectRoot, 'infra/cost/README.md'), 'utf8').replaceAll('\n', ' ');
    const each = await sourceOf(FIVE);
    const rare = await sourceOf(FIVE, {}, 'cache: { ttl: 10m, shared: true }');
    expect([each, rare]).toEqual([2.16, 0.216]);
    expect(readme).toContain(
      '216,000 metrics a month, for 2.16 dollars, and with `cache: 10m` 21,600, for 0.22 dollars',
    );
  });

  test('up to five statistics of a metric count as one, and metric maths is free', async () => {
    const stats = ['Sum', 'Average', 'p50', 'p90', 'p99'].map((stat, index) => metric(`a${index}`, stat, 'a'));
    expect(await sourceOf(stats.join(', '))).toBe(0.432);
    expect(await sourceOf([...stats, metric('more', 'Maximum', 'a')].join(', '))).toBe(0.864);
    expect(await sourceOf([...stats, 'rate: a0 / 300'].join(', '))).toBe(0.432);
  });

  test('a SEARCH counts as the most metrics that it finds, and the report says so, unless --found gives their number', async () => {
    expect(await sourceOf(`${metric('a')}, ${SEARCHING}`)).toBe(0.432 * 501);
    expect(await sourceOf(`${metric('a')}, ${SEARCHING}`, { found: '7' })).toBe(0.432 * 8);
    const estimate = await estimateOf(metricsOf(SEARCHING));
    const { least = 0, most, unknown } = rangeOf(estimate) ?? {};
    expect([most, unknown]).toEqual([estimate.total, 'searches']);
    const report = formatReport(await reportOf(metricsOf(SEARCHING)));
    expect(report.replaceAll(/\s+/g, ' ')).toContain('because a SEARCH finds 1 to 500 metrics (--found).');
    expect(estimate.total - least).toBeCloseTo(0.432 * 499, 3);
    expect(rangeOf(await estimateOf(metricsOf(SEARCHING), { found: '7' }))).toBeUndefined();
  });

  test('an older price list without the price of metrics is read, and gives no total for metrics of CloudWatch', async () => {
    const { metricRead: _, ...prices } = PRICES.prices;
    const folder = await writeFolder({ 'old.json': JSON.stringify({ ...PRICES, prices }) });
    const old = await readPriceList(join(folder, 'old.json'));
    expect(old.prices.metricRead.price).toBeNull();
    expect(old.prices.metric).toEqual(PRICES.prices.metric);
  });
});
