import { describe, expect, test } from '@jest/globals';
import { countMetrics } from '../../../../../infra/cost/price-dataset.ts';
import { dashboardText } from '../../../../../infra/lab/wall/datasets/dataset-wall.ts';
import { PAGES } from '../../../../../infra/lab/wall/start-host.ts';
import { estimateOf } from '../../../../support/cost/cost-of.ts';
import { runCommand } from '../../../../support/run-command.ts';

const benchWall = (...args: readonly string[]) => runCommand('bench:wall', args);

const SHORT = ['--components', '10', '--hours', '3m', '--cache', '1m', '--screens', '1', '--format', 'json'];

interface Variant {
  readonly variant: { readonly kept: string; readonly reads: string };
  readonly answers: { readonly states: Readonly<Record<string, number>> };
  readonly objects: { readonly all: number };
  readonly statements: { readonly all: number; readonly refused: number };
  readonly athena: { readonly queries: number };
  readonly host: { readonly calls: number; readonly metrics: number };
  readonly bill: { readonly month: number };
}

const compare = async (source: string) => {
  const { code, out, error } = await benchWall('--datasets', source, ...SHORT);
  expect([code, error]).toEqual([0, '']);
  const variants: readonly Variant[] = JSON.parse(out).variants;
  expect(variants.map(({ variant }) => `${variant.kept} ${variant.reads}`)).toEqual([
    'in memory each',
    'in memory dataset',
    'shared each',
    'shared dataset',
  ]);
  return variants;
};

describe('npm run bench:wall -- --datasets', () => {
  test('a wall with a dataset runs one Athena query in each slot for all components, instead of one query for each component', async () => {
    const variants = await compare('athena');
    const [each = 0, dataset = 0, eachShared = 0, datasetShared = 0] = variants.map(({ athena }) => athena.queries);
    // Slots of different queries start at different times, so the last slots of some queries have not started yet.
    for (const [eachQueries, datasetQueries] of [
      [each, dataset],
      [eachShared, datasetShared],
    ] as const) {
      expect(eachQueries).toBeGreaterThan(9 * datasetQueries);
      expect(eachQueries).toBeLessThanOrEqual(10 * datasetQueries);
    }
    expect(dataset).toBeGreaterThanOrEqual(3);
    expect(dataset).toBeLessThanOrEqual(4);
    expect(variants.map(({ answers }) => answers.states.failed)).toEqual([0, 0, 0, 0]);
    expect(variants[1]?.bill.month).toBeLessThan(variants[0]?.bill.month ?? 0);
  });

  test.each(['csv', 'sql'])(
    'a dataset over %s is read less often than a source that each component reads by itself',
    async (source) => {
      const reads = (await compare(source)).map(
        ({ objects, statements }) => objects.all + statements.all - statements.refused,
      );
      const [each = 0, dataset = 0, eachShared = 0, datasetShared = 0] = reads;
      expect(dataset).toBeLessThan(each);
      expect(datasetShared).toBeLessThan(eachShared);
      expect(datasetShared).toBeLessThanOrEqual(4);
    },
  );

  test.each(['http', 'cloudwatch'] as const)(
    'the estimate of a dataset over %s counts what its service receives in simulated time',
    async (source) => {
      const [, inMemory, , shared] = (await compare(source)).map(({ host }) => host);
      const text = dashboardText(source, 'dataset', 10);
      /** Estimates three minutes of the wall, whose functions have two environments each. */
      const countOf = async (cache: string) => {
        const files = { 'dashboard.yml': text.replace('cache: 1m', cache) };
        const { hosts, datasets } = await estimateOf(files, { hours: '0.05x1', screens: '1', environments: '2' });
        const metrics = datasets.reduce((sum, dataset) => sum + dataset.sourceReads * countMetrics(dataset), 0);
        return { calls: hosts[0]?.calls ?? 0, metrics };
      };
      const ofShared = await countOf('cache: { ttl: 1m, shared: true }');
      expect(ofShared).toEqual(shared);
      expect(ofShared).toEqual(source === 'http' ? { calls: 3 * PAGES, metrics: 0 } : { calls: 0, metrics: 3 * 2 });
      const most = await countOf('cache: 1m');
      expect(inMemory?.calls).toBeLessThanOrEqual(most.calls);
      expect(inMemory?.metrics).toBeLessThanOrEqual(most.metrics);
    },
  );

  test('npm run bench:wall -- --datasets prints the two ways to read a table side by side', async () => {
    const { out } = await benchWall('--datasets', 'csv', '--components', '5', '--hours', '1m', '--cache', '1m');
    expect(out).toContain('5 components over csv, each with a table of its own, and selecting from one dataset');
    expect(out).toMatch(/In memory, cache: 1m .* Shared, cache: 1m/);
    expect(out).toMatch(/^ +Each +Dataset +Each +Dataset$/m);
    expect(out).toMatch(/^A month like this, 30 days +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$/m);
  });

  test('npm run bench:wall refuses --datasets with an unknown kind of source', async () => {
    const error = "--datasets must be one of sql, csv, athena, http, cloudwatch, not 'json'\n";
    expect(await benchWall('--datasets', 'json')).toEqual({ code: 2, out: '', error });
  });
});
