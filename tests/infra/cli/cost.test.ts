import { basename, dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../infra/dashboard/dashboard-folder.ts';
import { endpointsFile, writeFolder } from '../dashboard/write-folder.ts';
import { runCommand } from './run-command.ts';

/** Fixed times, so that the figures do not depend on measurements. */
const TIMES = ['--read', '40ms', '--hit', '5ms', '--cold', '600ms'];

const cost = (from: string, ...args: readonly string[]) => runCommand('cost', [...TIMES, ...args], { from });

const FILES = {
  'dashboard.yml': `cache: 1h\n${endpointsFile(
    '  traffic: { component: 3D Pie Chart, csv: traffic.csv, cache: 0s }',
    '  orders: { component: Pie Chart, sql: select a }',
    '  flow: { component: 3D Sankey Diagram, nodes: { csv: nodes.csv }, links: { sql: select b } }',
  )}`,
  'data/traffic.csv': 'name,value,score,pv\na,1,,\n',
  'data/nodes.csv': 'id,name,info\na,A,\n',
};

const REPORT = `What the dashboard ops-room costs on AWS, in US dollars a month
3 screens asking every 10s, 24 hours a day, 30 days a month (720 hours); prices of US East (N. Virginia), us-east-1, November 2026; free tiers are left out

                                              ----------- Calls a month ------------  ------------------ US dollars a month ------------------
Endpoint       Component               Cache        All       Warm  Cold  To sources  Gateway  Requests  Compute  Sources  Logs  Egress  Total
----------------------------------------------------------------------------------------------------------------------------------------------
traffic        3D Pie Chart            none     777,600    777,420   180     777,600     0.78      0.16     0.10     0.31  0.39    0.28   2.02
orders         Pie Chart               1h       777,600    777,420   180         720     0.78      0.16     0.01     0.00  0.39    0.28   1.62
flow           3D Sankey Diagram       1h       777,600    777,240   360       1,440     0.78      0.16     0.01     0.00  0.39    0.28   1.62
----------------------------------------------------------------------------------------------------------------------------------------------
All endpoints  3 together                     2,332,800  2,332,080   720     779,760     2.33      0.47     0.13     0.31  1.17    0.84   5.25
Database       awake 115 of 720 hours                                                                                                     7.70
Watching       5 metrics, 4 alarms                                                                                                        1.90
----------------------------------------------------------------------------------------------------------------------------------------------
Total a month                                                                                                                            14.85

In short
  14.85 a month: database 7.70 (52 %), gateway 2.33 (16 %), watching 1.90 (13 %), logs 1.17 (8 %), egress 0.84
  (6 %), requests 0.47 (3 %), source calls 0.31 (2 %), compute 0.13 (1 %).
  A million calls cost 2.25 on average, without the database and watching.
  Compute costs 0.13 a month on arm64, where functions run; the same times on x86_64 would cost 0.16.
  One change would save most, 2.62 a month (18 %): ask every 20s in place of every 10s.
  Others, each on its own (savings do not add up):
    0.58  write half as much to the logs
    0.38  cache: 1m for the whole dashboard, where it is not longer (answers up to 1m old)
    0.38  cache: 1m on traffic, which asks its sources most (answers up to 1m old)
`;

const COLUMNS = 'endpoint,component,calls,gateway,requests,compute,source,logs,egress,total';

/** FILES with a cache that all environments share. */
const SHARED = {
  ...FILES,
  'dashboard.yml': FILES['dashboard.yml'].replace('cache: 1h', 'cache: { ttl: 1m, shared: true }'),
};

describe('npm run cost', () => {
  test('prints a table with columns, totals and savings', async () => {
    const { code, out, error } = await cost('/', '--dashboard', await writeFolder(FILES));
    expect([code, error]).toEqual([0, '']);
    const [table = ''] = out.split('\nHow it is worked out');
    const [memory = ''] = /^ {2}By the measured times, .*\n(?: {2}.*\n)?(?= {2}One change)/m.exec(table) ?? [];
    expect(memory.replace(/\s+/g, ' ')).toMatch(
      /cheapest is memory: \d+ \(\d+\.\d\d a month, \d+ ms for a call that reads, \d+ ms for a cold one\), fastest memory: \d+ /,
    );
    expect(table.replace(memory, '')).toBe(REPORT);
  });

  describe('with opening hours', () => {
    const open = { ...FILES, 'dashboard.yml': `hours: 'Mon-Fri 07:30-22:00'\n${FILES['dashboard.yml']}` };

    test('counts the calls within those hours, and the hours in which the database is awake', async () => {
      const { out } = await cost('/', '--dashboard', await writeFolder(open));
      expect(out).toContain('14.5 hours a day, 22 days a month (319 hours)');
      expect(out).toMatch(/^traffic .* none +344,520 /m);
      const { out: json } = await cost('/', '--dashboard', await writeFolder(open), '--format', 'json');
      const { awakeHours, pausedHours } = JSON.parse(json).assumptions.database;
      // The wall is open for 14.5 hours on 22 days. Functions are warmed from two minutes before it opens; the dashboard
      // stays warm for five minutes after it closes.
      expect(awakeHours + pausedHours).toBeCloseTo(22 * (14.5 + 7 / 60), 6);
    });

    test('uses --hours instead if it is given', async () => {
      const { out } = await cost('/', '--dashboard', await writeFolder(open), '--hours', '10x20');
      expect(out).toContain('10 hours a day, 20 days a month (200 hours)');
    });

    test('uses the average of days with different hours', async () => {
      const hours = "hours: ['Mon-Fri 07:30-22:00', 'Sat 09:00-18:00']";
      const file = `${hours}\n${FILES['dashboard.yml']}`;
      const { out } = await cost('/', '--dashboard', await writeFolder({ ...FILES, 'dashboard.yml': file }));
      expect(out).toContain('13.58 hours a day, 26 days a month (353.1 hours)');
    });
  });

  test('lists its assumptions', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--log', '2KB', '--hours', '10x20');
    for (const part of [
      '3 screens x 10 hours a day x 20 days a month, each screen asking every endpoint every 10s: 216,000 calls',
      '--log 2KB ',
      'memory: 256 ',
      'Prices of US East (N. Virginia) (us-east-1), November 2026, in USD',
      '0.0000133334 per GB-second',
      'Free tiers (among them 100 GB of egress a month)',
    ]) {
      expect(out.replace(/\n {2}(?=\w)/g, ' ')).toContain(part);
    }
  });

  test('prints JSON, with amounts that add up', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--format', 'json');
    const { assumptions, components, ...rest } = JSON.parse(out);
    expect(Object.keys(JSON.parse(out))).toEqual([
      'currency',
      'region',
      'pricesAsOf',
      'assumptions',
      'components',
      'database',
      'watching',
      'total',
    ]);
    expect(rest).toEqual({
      currency: 'USD',
      region: 'us-east-1',
      pricesAsOf: '2026-11',
      database: 7.7,
      watching: 1.9,
      total: 14.8483,
    });
    expect(assumptions).toMatchObject({ screens: 3, refreshSeconds: 10, memoryMb: 256, logBytes: 1000 });
    expect(components.map(Object.keys)).toEqual(Array(3).fill(COLUMNS.split(',')));
  });

  test('prints CSV with the same columns', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--format', 'csv');
    const [header, ...rows] = out.trimEnd().split('\n');
    expect(header).toBe(COLUMNS);
    expect(rows).toEqual([
      'traffic,3D Pie Chart,777600,0.7776,0.1555,0.104,0.311,0.3888,0.2799,2.0168',
      'orders,Pie Chart,777600,0.7776,0.1555,0.0134,0.0003,0.3888,0.2799,1.6155',
      'flow,3D Sankey Diagram,777600,0.7776,0.1555,0.0137,0.0005,0.3888,0.2799,1.616',
      ',Database,,,,,,,,7.7',
      ',Watching,,,,,,,,1.9',
      ',Total,2332800,2.3328,0.4665,0.1311,0.3118,1.1664,0.8397,14.8483',
    ]);
  });

  test('prints the price of each level of monitoring, and proposes a lower one', async () => {
    const files = { ...FILES, 'dashboard.yml': `watch: full\n${FILES['dashboard.yml']}` };
    const { out } = await cost('/', '--dashboard', await writeFolder(files));
    const text = out.replace(/\n {2}(?=\S)/g, ' ');
    expect(text).toContain(
      'Here it is full: 10 metrics, 9 alarms, 1 dashboard. A month of each: full 6.90, basic 1.90, none 0.00.',
    );
    expect(text).toContain('One change would save most, 5.00 a month (25 %): watch: basic,');
  });

  test('prints the share of the shared cache in the cost', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(SHARED), '--environments', '3');
    const lines = out.split('\n');
    const line = (name: string): string => lines.find((one) => one.startsWith(name)) ?? '';
    expect(line('orders')).toMatch(/ Pie Chart +1m shared +777,600 +777,060 +540 +43,200 /);
    const ofSharing = line('Of which shared cache');
    expect(ofSharing).toMatch(/^Of which shared cache {2}432,000 reads, 345,600 writes +0\.43$/);
    const under = lines.find((one) => one.includes('Sources  Logs')) ?? '';
    expect(ofSharing).toHaveLength(under.indexOf('Sources') + 'Sources'.length);
    const text = out.replace(/\n {2}(?=\S)/g, ' ');
    expect(text).toMatch(/month: database 44\.00 .*, shared cache 0\.43 \(1 %\), source calls 0\.36 \(1 %\), compute/);
    expect(text).toContain(
      'Here 432,000 reads and 345,600 writes a month, of 2 of 3 endpoints, cost 0.43. Were each environment on its own, there would be',
    );
  });

  test('includes the shared cache in the sources in JSON and CSV, so that amounts add up', async () => {
    const folder = await writeFolder(SHARED);
    const run = async (format: string) =>
      (await cost('/', '--dashboard', folder, '--environments', '3', '--format', format)).out;
    const { assumptions, components, database, watching, total } = JSON.parse(await run('json'));
    const sum = components.reduce((all: number, one: { total: number }) => all + one.total, database + watching);
    expect(total).toBeCloseTo(sum, 6);
    expect(assumptions.sharedCache).toEqual({
      endpoints: 2,
      reads: 432_000,
      writes: 345_600,
      cost: 0.432,
      within: 'source',
      totalWithoutSharing: expect.any(Number),
    });
    expect(assumptions.sourceCalls[1]).toMatchObject({ isShared: true, calls: 43_200, callsWithoutSharing: 129_600 });
    expect((await run('csv')).split('\n')).toContain(',Of which shared cache,,,,,0.432,,,');
  });

  test('warns if the prices are those of another region', async () => {
    const file = `region: ap-southeast-1\n${FILES['dashboard.yml']}`;
    const { out } = await cost('/', '--dashboard', await writeFolder({ ...FILES, 'dashboard.yml': file }));
    expect(out).toContain('The dashboard is for ap-southeast-1, and these are the prices of us-east-1');
  });

  test('estimates the demo', async () => {
    const { code, out } = await cost(DEMO, '--screens', '2');
    expect(code).toBe(0);
    const [endpoints = '', total = ''] = ['All endpoints', 'Total a month'].map(
      (name) => out.split('\n').find((line) => line.startsWith(name)) ?? '',
    );
    const [, count, calls] = /^All endpoints +(\d+) together +([\d,]+)/.exec(endpoints) ?? [];
    expect(Number(calls?.replaceAll(',', ''))).toBe(Number(count) * 518_400);
    expect(Number(total.split(' ').at(-1))).toBeGreaterThan(100);
    expect(out).toMatch(/^ {2}One change would save most, [\d.]+ a month \(\d+ %\): /m);
  });

  test.each([
    [['--refresh', 'soon'], 2, "--refresh must be a duration such as 10s, 5m or 2h, not 'soon'\n"],
    [['--format', 'xml'], 2, expect.stringContaining('--format is one of table, json, csv; found xml')],
    [['--prices', 'mine.json'], 1, expect.stringContaining('the price list /mine.json cannot be read')],
    [['--dashboard', 'nowhere'], 1, expect.stringContaining('nowhere/dashboard.yml:1:1  ')],
  ])('refuses %j', async (args, code, error) => {
    expect(await cost('/', ...args)).toEqual({ code, out: '', error });
  });

  test('refuses an invalid dashboard, and prints its errors', async () => {
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': endpointsFile('  a: { component: Pie }') });
    const { code, out, error } = await cost(dirname(folder), '--dashboard', basename(folder));
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain(`${basename(folder)}/dashboard.yml:3:`);
  });

  test('explains its options, model, prices and gaps in the help', async () => {
    const { out } = await cost('/', '--help');
    for (const part of ['--screens <number>', 'How it is worked out', 'Prices of us-east-1, 2026-11', 'Left out']) {
      expect(out).toContain(part);
    }
  });
});
