import { describe, expect, test } from '@jest/globals';
import { compareMemory } from '../../../infra/cost/create-estimate.ts';
import { type CostOptions, estimateDashboard, measureBodies } from '../../../infra/cost/estimate-dashboard.ts';
import { choosePrices } from '../../../infra/cost/price-list.ts';
import { formatJson } from '../../../infra/cost/report/format-data.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { prepareDemo } from '../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

/** Numbers and lists of the JSON, by name. */
// biome-ignore lint/suspicious/noExplicitAny: the document of another program, as a reader would take it
type Json = any;

/** Returns the JSON of a dashboard, without its savings, which are no part of the bill. */
const jsonOf = async (folder: string, options: CostOptions = {}): Promise<Json> => {
  const dashboard = await loadDashboard(folder);
  const [prices, measured] = await Promise.all([choosePrices(), measureBodies(dashboard)]);
  const input = { dashboard, options, prices, ...measured };
  const estimate = await estimateDashboard(input);
  const savings = { savings: [], memory: compareMemory(estimate) };
  return JSON.parse(formatJson({ dashboard, estimate, savings, hasDetails: false, hasYear: false }));
};

const cents = (amount: number): number => Math.round(amount * 1e4) / 1e4;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Works out the bill from the document alone: its prices, its assumptions, and the inputs of each component. */
const billOf = ({ prices, assumptions: a, components, datasets = [] }: Json) => {
  const price = (name: string, units: number): number => (units * prices[name].price) / prices[name].per;
  const pieces = (name: string, bytes: number): number =>
    Math.max(prices[name].minUnits ?? 1, Math.ceil(bytes / (prices[name].meteredBytes ?? Number.POSITIVE_INFINITY)));
  const seconds = Math.round(a.hoursADay * 3600);
  const rounds = (refresh: number): number => Math.ceil(seconds / refresh);
  const vcpu = Math.min(1, a.memoryMb / 1769);
  const scanMs = (bytes: number): number => bytes / 1e6 / a.scanRate / vcpu / 1e-3;
  const readMs = (bytes: number): number => Math.max(scanMs(bytes), bytes / 1e6 / a.fetchRate / 1e-3);
  const keptBytes = Math.min(16 * 2 ** 20, (a.memoryMb * 2 ** 20) / 16);
  const warmMs = ({ bytes, isWindowed }: Json): number =>
    isWindowed ? (bytes <= keptBytes ? scanMs(bytes) : readMs(bytes)) : 0;
  const compute = (ms: number): number => price('compute', (ms / 1000) * (a.memoryMb / 1024));
  const lives = (refresh: number): number =>
    refresh > a.idleSeconds ? rounds(refresh) * a.screens : Math.ceil(seconds / a.lifeSeconds);
  /** Misses of one environment in a day: one each time the cached response expires, and one after each start. */
  const misses = (cache: number, refresh: number): number => {
    if (refresh > a.idleSeconds) return lives(refresh);
    const rest = seconds % a.lifeSeconds;
    return ((seconds - rest) / a.lifeSeconds) * Math.ceil(a.lifeSeconds / cache) + Math.ceil(rest / cache);
  };
  const expiries = (cache: number): number =>
    cache >= 86_400 ? Math.ceil((a.daysAMonth * 86_400) / cache) : Math.ceil(seconds / cache) * a.daysAMonth;
  const sharing = (read: number, refreshes: number, refusals: number, cache: number, bytes: number): number => {
    const leases = refreshes * (cache < 3 ? 2 : 1) + refusals;
    return cents(
      price('cacheRead', read * pieces('cacheRead', bytes) + refusals) +
        price('cacheWrite', leases + refreshes * pieces('cacheWrite', bytes)),
    );
  };

  const families = Map.groupBy(components as readonly Json[], ({ family }) => family);
  const bills = [...families.values()].map((own) => {
    const refresh = Math.min(...own.map((one) => one.refreshSeconds));
    const busy = own.map((one) => (a.screens * (a.readMs + sumOf(one.files.map(warmMs)))) / 1000 / one.refreshSeconds);
    const environments = Math.max(a.environments, Math.ceil(sumOf(busy) - 1e-9));
    const calls = own.map((one) => rounds(one.refreshSeconds) * a.screens * a.daysAMonth);
    const starts = Math.min(sumOf(calls), environments * lives(refresh) * a.daysAMonth);
    const bills = own.map((one, index) => {
      const count = calls[index] ?? 0;
      const cold = Math.min(count, Math.floor(starts / own.length) + (index < starts % own.length ? 1 : 0));
      const missed =
        one.cacheSeconds === 0
          ? count
          : Math.min(count, environments * misses(one.cacheSeconds, refresh) * a.daysAMonth);
      const fits = one.bodyBytes <= 395_000;
      const refreshes = one.isShared ? Math.min(missed, expiries(one.cacheSeconds)) : 0;
      const refusals = Math.min(missed - refreshes, refreshes * (environments - 1));
      const reads = one.isShared && fits ? refreshes : missed;
      const tableReads = refreshes === 0 ? 0 : missed + refusals;
      const tableWrites = refreshes * (one.cacheSeconds < 3 ? 3 : 2) + refusals;
      const ownReadMs = one.objects + one.queries > 0 || one.datasets.length === 0 ? a.readMs : a.hitMs;
      const warmReads = Math.min(reads, missed - cold);
      const ms =
        cold * (a.coldMs + sumOf(one.files.map(({ bytes }: Json) => readMs(bytes)))) +
        warmReads * (ownReadMs + sumOf(one.files.map(warmMs))) +
        (count - cold - warmReads) * a.hitMs +
        (tableReads + tableWrites) * a.tableMs;
      const sharedCache = sharing(
        missed * Number(refreshes > 0),
        refreshes,
        refusals,
        one.cacheSeconds,
        fits ? one.bodyBytes : 0,
      );
      const source =
        price('objectRead', reads * one.objects) + price('query', reads * one.queries * pieces('query', a.resultBytes));
      const parts = {
        calls: count,
        gateway: cents(price('gateway', count * pieces('gateway', one.bodyBytes))),
        requests: cents(price('request', count)),
        compute: cents(compute(ms)),
        source: cents(cents(source) + sharedCache),
        logs: cents(price('log', (count * one.logBytes) / 1e9)),
        egress: cents(price('egress', (count * one.bodyBytes) / 1e9)),
      };
      const { calls: _, ...money } = parts;
      return { endpoint: one.endpoint, ...parts, total: cents(sumOf(Object.values(money))) };
    });
    return bills;
  });

  const awakeHours = (reads: readonly number[]): number => {
    const open = Math.min(86_400, a.wakeSeconds + seconds + a.pauseSeconds) * a.daysAMonth;
    const share = 1 - reads.reduce((asleep, one) => asleep * (1 - Math.min(1, (one * a.pauseSeconds) / open)), 1);
    return (open / 3600) * share;
  };
  return { bills: bills.flat(), price, pieces, awakeHours, datasets };
};

describe.each([
  ['the demo', async () => prepareDemo(), {}],
  [
    'a dashboard with caches, datasets and refreshes of its own',
    async () =>
      writeFolder({
        'dashboard.yml': `dashboard: ops
cache: { ttl: 30s, shared: true }
hours: 'Mon-Fri 08:00-18:30'
timezone: Asia/Shanghai
alarms: { email: ops@example.com, screens: 7, refresh: 15s }
athena: { database: shop, data: s3://shop-lake/, scan: 300 MB }
stale: 1h
datasets:
  lake: { athena: select region from orders, scanned: 40 MB, window: { last: 24h } }
endpoints:
  plain: { component: 3D Pie Chart, csv: a.csv }
  slow: { component: 3D Pie Chart, csv: a.csv, cache: 0s, refresh: 10m }
  window: { component: 3D Pie Chart, csv: { file: sales.csv, window: Created at, columns: { name: Region, value: { sum: Amount } } }, cache: 0s }
  asks: { component: Bar Chart, sql: 'select series, category, value from share', cache: 5m }
  counts: { component: Pie Chart, dataset: lake, columns: { name: region, value: { count: rows } } }
`,
        'data/a.csv': 'name,value,score,pv\na,1,,\n',
        'data/sales.csv': `Created at,Region,Amount\n${'2026-11-20 10:00,East,5\n'.repeat(20_000)}`,
      }),
    { environments: '2' },
  ],
] as const)('%s', (_title, folder, options) => {
  let read: Promise<Json> | undefined;
  const readOnce = (): Promise<Json> => {
    read ??= folder().then((path) => jsonOf(path, options));
    return read;
  };

  test('independent code computes every figure of a component from the JSON', async () => {
    const json = await readOnce();
    const { bills } = billOf(json);
    const byName = new Map(bills.map((bill) => [bill.endpoint, bill]));
    for (const component of json.components) expect(component).toMatchObject(byName.get(component.endpoint) ?? {});
    expect(bills).toHaveLength(json.components.length);
  });

  test('independent code computes the other parts and the total from the JSON', async () => {
    const json = await readOnce();
    const { bills, price, pieces, awakeHours, datasets } = billOf(json);
    const { assumptions: a, parts } = json;
    const part = (name: 'gateway' | 'requests' | 'compute' | 'logs' | 'egress') =>
      cents(sumOf(bills.map((bill) => bill[name])));
    for (const name of ['gateway', 'requests', 'compute', 'logs', 'egress'] as const)
      expect(parts[name]).toBeCloseTo(part(name), 6);
    expect(parts.source + parts.sharedCache).toBeCloseTo(cents(sumOf(bills.map(({ source }) => source))), 6);
    for (const { scan, kind, sourceReads, scannedBytes } of datasets)
      if (kind === 'athena') expect(scan).toBe(cents(price('scan', sourceReads * pieces('scan', scannedBytes))));
    expect(parts.datasets).toBeCloseTo(sumOf(datasets.map(({ total }: Json) => total)), 6);
    const { alarms, metrics, pages } = a.watching;
    expect(parts.watching).toBeCloseTo(
      price('metric', metrics) + price('page', pages) + price('alarm', alarms + Number(datasets.length > 0)),
      4,
    );
    const reads = [...Map.groupBy(json.components as readonly Json[], ({ family }) => family).values()].map((own) =>
      Math.max(
        0,
        ...own.map((one) =>
          one.ownQueries > 0
            ? a.sourceCalls.find((call: Json) => call.endpoint === one.endpoint).calls / (one.objects + one.queries)
            : 0,
        ),
      ),
    );
    const awake = awakeHours(reads);
    expect(parts.database).toBeCloseTo(price('capacity', awake * a.acu), 3);
    expect(parts.secrets).toBe(awake > 0 ? cents(price('secret', 2)) : 0);
    expect(parts.domain).toBe(cents(price('zone', a.zones)));
    expect(json.total).toBeCloseTo(sumOf(Object.values<number>(parts)), 6);
  });
});
