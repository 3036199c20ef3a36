import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../../infra/cli/run-command.ts';
import { writeFolder } from '../../infra/dashboard/write-folder.ts';
import { FILES } from './simulation-of.ts';

const benchWall = (...args: readonly string[]) => runCommand('bench:wall', args);

const TABLE = `What a wall does in 10 minutes: the dashboard ops-room, without a cache and with one
1 screen showing 2 of 2 components (1 of them with SQL), each asking every 10s
A database that pauses after 5m without a call and takes 15s to resume; prices of US East (N. Virginia), us-east-1, November 2026

                                                  -- cache: 25s ---
                                        No cache  In memory  Shared
-------------------------------------------------------------------
Answers                                      120        120     120
  fresh: made from its sources                59         21      21
  revalidated: its files are unchanged        59         19      19
  hit: kept, its sources not asked             -         78      78
  stale: kept longer, nothing newer            -          -       -
  failed: an error, nothing to show            2          2       2
    SOURCE_RESUMING                            2          2       2
-------------------------------------------------------------------
Time on the wall
  blank, of all components’ time          1.64 %     1.64 %  1.64 %
  longest blank of one component             19s        19s     19s
  stale, of all components’ time               -          -       -
  longest stale of one component               -          -       -
  oldest answer that was shown                 -        20s     20s
  longest wait for an answer                0.6s       0.6s    0.6s
-------------------------------------------------------------------
Source calls                                 120         42      42
  S3: files read                               1          1       1
  S3: files found unchanged                   59         19      19
  Data API: statements run                    58         20      20
  Data API: refused, resuming                  2          2       2
Shared cache: reads                            -          -      42
Shared cache: writes                           -          -      84
-------------------------------------------------------------------
Cold starts                                    2          2       2
Environments, at most                          2          2       2
-------------------------------------------------------------------
Database hours awake                        0.16       0.16    0.16
  wake-ups                                     1          1       1
  longest time without a call                10s        30s     30s
-------------------------------------------------------------------
US dollars for the 10 minutes              0.010      0.010   0.010
  gateway                                 <0.001     <0.001  <0.001
  requests                                <0.001     <0.001  <0.001
  compute                                 <0.001     <0.001  <0.001
  source calls                            <0.001     <0.001  <0.001
  shared cache                                 -          -  <0.001
  logs                                    <0.001     <0.001  <0.001
  egress                                  <0.001     <0.001  <0.001
  database, while awake                    0.010      0.010   0.010
A month like this, 30 days                 44.01      43.84   44.42
`;

describe('npm run bench:wall', () => {
  test('prints the variants side by side, with the same figures in each run', async () => {
    const times = ['--read', '40ms', '--hit', '5ms', '--cold', '600ms'];
    const options = ['--hours', '10m', '--screens', '1', '--spread', '1ms', '--cache', '25s', ...times];
    const folder = await writeFolder(FILES);
    const { code, out, error } = await benchWall('--dashboard', folder, ...options);
    expect([code, error]).toEqual([0, '']);
    const [table] = out.split('\nIn short');
    expect(table).toBe(TABLE);
    expect(await benchWall('--dashboard', folder, ...options)).toEqual({ code, out, error });
  });

  test('explains the main differences, and lists its assumptions', async () => {
    const { out } = await benchWall(
      '--dashboard',
      await writeFolder(FILES),
      '--hours',
      '2m',
      '--cold',
      '1s',
      '--stale',
      '5m',
    );
    for (const part of [
      'A month like this costs ',
      'It pauses once 5m pass without a call of any component',
      'A paused database refuses statements for 15s after the first one.',
      '--cold 1s ',
      '--stale 5m ',
      'Nothing was measured on AWS.',
      'Free tiers, discounts, tax',
    ]) {
      expect(out.replace(/\n {2}(?=\S)/g, ' ')).toContain(part);
    }
  });

  test('gets a response from every endpoint of the demo, with the dashboard’s own caches', async () => {
    const { code, out, error } = await benchWall(
      ...[
        '--components',
        '1000',
        '--screens',
        '1',
        '--hours',
        '1m',
        '--refresh',
        '20s',
        '--cache',
        'own',
        '--format',
        'json',
      ],
    );
    expect([code, error]).toEqual([0, '']);
    const { variants, wall } = JSON.parse(out);
    expect(variants.map(({ variant }: { variant: { name: string } }) => variant.name)).toEqual([
      'no cache',
      'cache: own in memory',
      'cache: own shared',
    ]);
    expect(wall.components).toHaveLength(wall.endpoints);
    for (const { answers, components, bill } of variants) {
      expect(Object.keys(answers.failures)).toEqual(['SOURCE_RESUMING']);
      expect(components).toHaveLength(wall.endpoints);
      expect(Object.values<number>(bill.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(bill.total, 6);
    }
  });

  test.each([
    [['--hours', 'long'], '--hours takes a number such as 4 or 0.5 (in hours), or 10m, not long\n'],
    [['--cache', '30s,soon'], '--cache takes a duration such as 10s, 5m or 2h, not soon\n'],
    [['--open', '8h'], '--open and --closed belong together: --open 8h --closed 16h\n'],
    [['--hours', '1m', '--refresh', '5m'], '--hours is less than --refresh: nothing would be asked twice\n'],
    [['--format', 'csv'], expect.stringContaining('--format is one of table, json; found csv')],
    [['--environments', '2'], expect.stringContaining("unknown option '--environments'")],
  ])('refuses the options %j', async (args, error) => {
    expect(await benchWall(...args)).toEqual({ code: 2, out: '', error });
  });

  test('refuses `--cache own` for a dashboard without caches', async () => {
    const { code, error } = await benchWall('--dashboard', await writeFolder(FILES), '--cache', 'own');
    expect([code, error]).toEqual([
      2,
      '--cache own takes what dashboard.yml says, and it gives these endpoints no cache\n',
    ]);
  });

  test('refuses an invalid dashboard, and names the line', async () => {
    const folder = await writeFolder({
      ...FILES,
      'dashboard.yml': 'dashboard: ops-room\nendpoints: { a: { component: Pie } }\n',
    });
    const { code, out, error } = await benchWall('--dashboard', folder);
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('dashboard.yml:2:');
  });
});
