import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../../infra/cli/run-command.ts';

const benchLake = (...args: readonly string[]) => runCommand('bench:lake', args);

const FEW = ['--walls', '20', '--components', '6'];

describe('npm run bench:lake', () => {
  test('npm run bench:lake prints the same table in each run, with a line for each way to run the walls and at most 100 columns', async () => {
    const { code, out, error } = await benchLake(...FEW);
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain('20 walls of 6 components on one account');
    expect(out).toMatch(/^a query for each component +10m .* within$/m);
    expect(out.match(/ (within|reached|exceeded)$/gm)).toHaveLength(9);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(await benchLake(...FEW)).toEqual({ code, out, error });
  });

  test('npm run bench:lake prints as JSON that a dataset runs one query in each slot, and that components without it run one query each', async () => {
    const { out } = await benchLake(...FEW, '--scanned', '10MB', '--format', 'json');
    const { scenarios } = JSON.parse(out);
    const named = (name: string) => scenarios.find((scenario: { name: string }) => scenario.name === name);
    // 20 walls x 4,320 slots of ten minutes x 0.00005 dollars for 10 MB.
    expect(named('dataset, together')).toMatchObject({ queriesAMonth: 20 * 4320, quotas: 'within' });
    expect(named('dataset, together').scanned).toBeCloseTo(4.32, 6);
    const { queriesAMonth } = named('a query for each component');
    expect(queriesAMonth).toBeGreaterThan(0.9 * 6 * 20 * 4320);
    expect(queriesAMonth).toBeLessThanOrEqual(6 * 20 * 4320);
  });

  test.each([
    [['--walls', 'many'], "--walls must be a whole number such as 3, not 'many'\n"],
    [['--scanned', '5'], "--scanned must be a size such as 40MB or 2GB, not '5'\n"],
    [['--format', 'csv'], expect.stringContaining('--format must be one of table, json')],
  ])('npm run bench:lake refuses the options %j', async (args, error) => {
    expect(await benchLake(...args)).toEqual({ code: 2, out: '', error });
  });
});
