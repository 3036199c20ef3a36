import { beforeAll, describe, expect, test } from '@jest/globals';
import { FILES } from '../../../../infra/lab/wall/simulation-of.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { runCommand } from '../../../support/run-command.ts';

const benchWall = (...args: readonly string[]) => runCommand('bench:wall', args);

const TABLE = `A simulated wall for 10 minutes: the dashboard ops-room, without a cache and with one
1 screen showing 2 of 2 components (1 of them with SQL), each sending a request every 10s
A database that pauses after 5m without a call and takes 15s to resume; prices of US East (N. Virginia), us-east-1, November 2026

                                                  -- cache: 25s ---
                                        No cache  In memory  Shared
-------------------------------------------------------------------
Responses                                    120        120     120
  fresh: made from its sources                59         21      21
  revalidated: its files are unchanged        59         19      19
  hit: cached, no source called                -         78      78
  stale: cached, its sources failed            -          -       -
  failed: an error, a blank component          2          2       2
    SOURCE_RESUMING                            2          2       2
-------------------------------------------------------------------
Display time
  blank, share of display time            1.64 %     1.64 %  1.64 %
  longest blank time of a component          19s        19s     19s
  stale, share of display time                 -          -       -
  longest stale time of a component            -          -       -
  oldest response on display                   -        20s     20s
  longest response time                     0.6s       0.6s    0.6s
-------------------------------------------------------------------
Source calls                                 120         42      42
  S3: files read                               1          1       1
  S3: unchanged files                         59         19      19
  Data API: statements run                    58         20      20
  Data API: refused while resuming             2          2       2
Shared cache: reads                            -          -      42
Shared cache: writes                           -          -      84
-------------------------------------------------------------------
Cold starts                                    2          2       2
Environments at one time                       2          2       2
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
A month like this, 30 days                 44.04      43.87   44.45
`;

const TIMES = ['--read', '40ms', '--hit', '5ms', '--cold', '600ms', '--stale', '5m'];

describe('npm run bench:wall', () => {
  let options: readonly string[];
  let out: string;
  beforeAll(async () => {
    const folder = await writeFolder(FILES);
    options = [
      '--dashboard',
      folder,
      '--hours',
      '10m',
      '--screens',
      '1',
      '--spread',
      '1ms',
      '--cache',
      '25s',
      ...TIMES,
    ];
    const outcome = await benchWall(...options);
    expect(outcome).toMatchObject({ code: 0, error: '' });
    out = outcome.out;
  });

  test('npm run bench:wall prints the simulated variants side by side, with the same figures in each run', async () => {
    expect(out.split('\nIn short')[0]).toBe(TABLE);
    expect((await benchWall(...options)).out).toBe(out);
  });

  test('npm run bench:wall explains the main differences between the variants, and lists the assumptions', () => {
    for (const part of [
      'A month like this costs ',
      'It pauses after 5m without a call.',
      'A paused database refuses statements for 15s after the first one.',
      '--cold 600ms ',
      '--stale 5m ',
      'Nothing was measured on AWS.',
      'Free tiers, discounts, tax',
    ]) {
      expect(out.replace(/\n {2}(?=\S)/g, ' ')).toContain(part);
    }
  });

  test('npm run bench:wall simulates a response of every endpoint of the demo, with the dashboard’s own caches', async () => {
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
    [['--hours', 'long'], "--hours must be a number such as 4 or 0.5 (in hours), or 10m, not 'long'\n"],
    [['--cache', '30s,soon'], "--cache must be a duration such as 10s, 5m or 2h, not 'soon'\n"],
    [['--open', '8h'], '--open and --closed belong together: --open 8h --closed 16h\n'],
    [
      ['--hours', '1m', '--refresh', '5m'],
      '--hours must be at least --refresh, so that each component sends two requests\n',
    ],
    [['--format', 'csv'], expect.stringContaining('--format must be one of table, json; found csv')],
    [['--environments', '2'], expect.stringContaining("unknown option '--environments'")],
  ])('npm run bench:wall refuses the options %j', async (args, error) => {
    expect(await benchWall(...args)).toEqual({ code: 2, out: '', error });
  });

  test('npm run bench:wall refuses `--cache own` for a dashboard without caches', async () => {
    const { code, error } = await benchWall('--dashboard', await writeFolder(FILES), '--cache', 'own');
    expect([code, error]).toEqual([
      2,
      '--cache own uses the caches of dashboard.yml, but these endpoints have none; set `cache` there, or name a duration\n',
    ]);
  });

  test('npm run bench:wall refuses an invalid dashboard, and names the line', async () => {
    const folder = await writeFolder({
      ...FILES,
      'dashboard.yml': 'dashboard: ops-room\nendpoints: { a: { component: Pie } }\n',
    });
    const { code, out, error } = await benchWall('--dashboard', folder);
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('dashboard.yml:2:');
  });
});
