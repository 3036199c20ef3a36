import { basename, dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { prepareDemo } from '../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { endpointsFile, writeFolder } from '../../../infra/lab/folders/write-folder.ts';
import { runCommand } from '../../../infra/lab/run-command.ts';

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

const REPORT = `ops-room costs 14.85 US dollars a month on AWS
with 3 screens that refresh every 10s, 24 hours a day, 30 days a month (720 hours); prices of US
East (N. Virginia), us-east-1, November 2026; free tiers are left out

What is paid for
  6.90  46 %  database
  2.33  16 %  gateway
  1.90  13 %  watching
  1.17   8 %  logs
  0.84   6 %  egress
  0.80   5 %  secrets
  0.47   3 %  requests
  0.31   2 %  source calls
  0.13   1 %  compute
  A million calls cost 2.25 on average, without the database and watching.
  Compute costs 0.13 a month on arm64, where functions run; the same times on x86_64 would cost
  0.16.

What would lower the cost: lines to write in dashboard.yml
  The largest saving, 7.69 a month (52 %): hours: 'Mon-Fri 07:00-19:00', with the screens off at all
  other times.
  Other single changes (savings do not add up):
  2.62  refresh every 20s instead of every 10s
  1.90  watch: none, no metrics and no alarms: nobody is alerted when a component stays blank
  0.38  cache: 1m for the whole dashboard, except where it is longer (responses up to 1m old)
  0.38  cache: 1m on traffic, which reads its sources most often (responses up to 1m old)
  0.23  accessLog: none, which keeps the log lines of the functions and drops those of the gateway

Each endpoint, in US dollars
Endpoint       Component                    Cache  Source calls  A month
------------------------------------------------------------------------
traffic        3D Pie Chart                 none        777,600     2.02
orders         Pie Chart                    1h              720     1.62
flow           3D Sankey Diagram            1h            1,440     1.62
------------------------------------------------------------------------
All endpoints  3 together, 2,332,800 calls              779,760     5.25
Database       awake 115 of 720 hours                               6.90
Secrets        passwords of the database                            0.80
Watching       5 metrics, 4 alarms                                  1.90
------------------------------------------------------------------------
Total a month                                                      14.85`;

const COLUMNS = 'endpoint,component,calls,gateway,requests,compute,source,logs,egress,total';

/** FILES with a cache that all environments share. */
const SHARED = {
  ...FILES,
  'dashboard.yml': FILES['dashboard.yml'].replace('cache: 1h', 'cache: { ttl: 1m, shared: true }'),
};

describe('npm run cost', () => {
  test('npm run cost prints a table with columns, totals and savings', async () => {
    const { code, out, error } = await cost('/', '--dashboard', await writeFolder(FILES));
    expect([code, error]).toEqual([0, '']);
    const [table = ''] = out.split('\n\nHow it is worked out');
    const [memory = ''] = /^ {2}By the measured times, .*\n(?: {2}[a-z0-9].*\n)*/m.exec(table) ?? [];
    expect(memory.replace(/\s+/g, ' ')).toMatch(
      /cheapest is memory: \d+ \(\d+\.\d\d a month, \d+ ms for a call that reads its sources, \d+ ms for a cold call\), and the fastest is memory: \d+ /,
    );
    expect(table.replace(memory, '')).toBe(REPORT);
  });

  describe('the opening hours', () => {
    const open = { ...FILES, 'dashboard.yml': `hours: 'Mon-Fri 07:30-22:00'\n${FILES['dashboard.yml']}` };

    test('npm run cost counts the calls within the opening hours, and the hours in which the database is awake', async () => {
      const { out } = await cost('/', '--dashboard', await writeFolder(open));
      expect(out).toContain('14.5 hours a day, 22 days a month (319 hours)');
      expect(out).toMatch(/^traffic .* none +344,520 /m);
      const { out: json } = await cost('/', '--dashboard', await writeFolder(open), '--format', 'json');
      const { awakeHours, pausedHours } = JSON.parse(json).assumptions.database;
      // The wall is open for 14.5 hours on each of 22 days. Functions are warmed from two minutes before the opening,
      // and the database stays awake for five minutes after the closing.
      expect(awakeHours + pausedHours).toBeCloseTo(22 * (14.5 + 7 / 60), 6);
    });

    test('npm run cost uses --hours instead of the opening hours if both are given', async () => {
      const { out } = await cost('/', '--dashboard', await writeFolder(open), '--hours', '10x20');
      expect(out).toContain('10 hours a day, 20 days a month (200 hours)');
    });

    test('npm run cost averages opening hours that differ between days', async () => {
      const hours = "hours: ['Mon-Fri 07:30-22:00', 'Sat 09:00-18:00']";
      const file = `${hours}\n${FILES['dashboard.yml']}`;
      const { out } = await cost('/', '--dashboard', await writeFolder({ ...FILES, 'dashboard.yml': file }));
      expect(out).toContain('13.58 hours a day, 26 days a month (353.1 hours)');
    });
  });

  test('npm run cost lists the assumptions of the estimate', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--log', '2KB', '--hours', '10x20');
    for (const part of [
      '3 screens x 10 hours a day x 20 days a month, each screen refreshing every endpoint every 10s: 216,000 calls',
      '--log 2KB ',
      'memory: 256 ',
      'Prices of US East (N. Virginia) (us-east-1), November 2026, in USD',
      '0.0000133334 per GB-second',
      'Free tiers (among them 100 GB of egress a month)',
    ]) {
      expect(out.replace(/\n {2}(?=\w)/g, ' ')).toContain(part);
    }
  });

  test('npm run cost prints lines of at most 100 columns, with the total in the first line', async () => {
    const long = 'an-endpoint-with-a-name-too-long-for-it';
    const file = FILES['dashboard.yml'].replace('traffic:', `${long}:`);
    const { out } = await cost('/', '--dashboard', await writeFolder({ ...FILES, 'dashboard.yml': file }));
    expect(out).toMatch(/^ops-room costs \d+\.\d\d US dollars a month on AWS\n/);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test('npm run cost counts the hosted zone of a domain', async () => {
    const domain = `domain:
  name: wall.example.com
  certificate: arn:aws:acm:us-east-1:123456789012:certificate/1a2b3c4d
  hostedZone: Z0123456789ABC
`;
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': `${domain}${FILES['dashboard.yml']}` });
    const { out } = await cost('/', '--dashboard', folder, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ domain: 0.5, total: 15.3483 });
  });

  test('npm run cost prints JSON with amounts that add up', async () => {
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
      'domain',
      'total',
      'savings',
    ]);
    expect(rest).toEqual({
      savings: expect.arrayContaining([{ change: expect.any(String), line: 'accessLog: none', saved: 0.2334 }]),
      currency: 'USD',
      region: 'us-east-1',
      pricesAsOf: '2026-11',
      database: 7.7,
      watching: { alarms: 0.4, metrics: 1.5, dashboard: 0 },
      domain: 0,
      total: 14.8483,
    });
    expect(assumptions).toMatchObject({ screens: 3, refreshSeconds: 10, memoryMb: 256, logBytes: 1000 });
    expect(components.map(Object.keys)).toEqual(Array(3).fill(COLUMNS.split(',')));
  });

  test('npm run cost prints CSV with the columns of the table', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--format', 'csv');
    const [header, ...rows] = out.trimEnd().split('\n');
    expect(header).toBe(COLUMNS);
    expect(rows).toEqual([
      'traffic,3D Pie Chart,777600,0.7776,0.1555,0.104,0.311,0.3888,0.2799,2.0168',
      'orders,Pie Chart,777600,0.7776,0.1555,0.0134,0.0003,0.3888,0.2799,1.6155',
      'flow,3D Sankey Diagram,777600,0.7776,0.1555,0.0137,0.0005,0.3888,0.2799,1.616',
      ',Database,,,,,,,,7.7',
      ',Watching,,,,,,,,1.9',
      ',Domain,,,,,,,,0',
      ',Total,2332800,2.3328,0.4665,0.1311,0.3118,1.1664,0.8397,14.8483',
    ]);
  });

  test('npm run cost prints the price of each level of monitoring, and proposes a lower one', async () => {
    const files = { ...FILES, 'dashboard.yml': `watch: full\n${FILES['dashboard.yml']}` };
    const { out } = await cost('/', '--dashboard', await writeFolder(files));
    const text = out.replace(/\n {2}(?=\S)/g, ' ');
    expect(text).toContain(
      'Here it is full: 10 metrics, 9 alarms, 1 dashboard. Monthly cost by watch: full 6.90, basic 1.90, none 0.00.',
    );
    expect(text).toContain('5.00  watch: basic,');
  });

  test('npm run cost prints the share of the shared cache in the cost', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(SHARED), '--environments', '3');
    expect(out).toMatch(/^orders +Pie Chart +1m shared +43,200 /m);
    const text = out.replace(/\n {2}(?=\S)/g, ' ');
    expect(out).toMatch(/43\.20 +84 % {2}database\n/);
    expect(out).toMatch(/ 0\.43 +1 % {2}shared cache\n +0\.36 +1 % {2}source calls\n/);
    expect(text).toContain(
      'Here 432,000 reads and 345,600 writes a month, of 2 of 3 endpoints, cost 0.43. If no cache were shared, there would be',
    );
  });

  test('npm run cost includes the shared cache in the sources in JSON and CSV, so that amounts add up', async () => {
    const folder = await writeFolder(SHARED);
    const run = async (format: string) =>
      (await cost('/', '--dashboard', folder, '--environments', '3', '--format', format)).out;
    const { assumptions, components, database, watching, total } = JSON.parse(await run('json'));
    const sum = [
      ...components.map((component: { total: number }) => component.total),
      ...Object.values(watching as object),
    ].reduce((sum: number, amount: number) => sum + amount, database);
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

  test('npm run cost warns if the prices are those of another region', async () => {
    const file = `region: ap-southeast-1\n${FILES['dashboard.yml']}`;
    const { out } = await cost('/', '--dashboard', await writeFolder({ ...FILES, 'dashboard.yml': file }));
    expect(out).toContain('The dashboard is for ap-southeast-1, and these are the prices of us-east-1');
  });

  test('npm run cost estimates the cost of the demo', async () => {
    const { code, out } = await cost(await prepareDemo(), '--screens', '2');
    expect(code).toBe(0);
    const [endpoints = '', total = ''] = ['All endpoints', 'Total a month'].map(
      (name) => out.split('\n').find((line) => line.startsWith(name)) ?? '',
    );
    const [, count, calls] = /^All endpoints +(\d+) together +([\d,]+)/.exec(endpoints) ?? [];
    expect(Number(calls?.replaceAll(',', ''))).toBe(Number(count) * 518_400);
    expect(Number(total.split(' ').at(-1))).toBeGreaterThan(100);
    expect(out).toMatch(/^ {2}The largest saving, [\d.]+ a month \(\d+ %\): /m);
  });

  test.each([
    [['--refresh', 'soon'], 2, "--refresh must be a duration such as 10s, 5m or 2h, not 'soon'\n"],
    [['--format', 'xml'], 2, '--format must be one of text, table, json, csv; found xml'],
    [['--prices', 'mine.json'], 1, 'the price list {folder}/mine.json cannot be read'],
    [['--dashboard', 'nowhere'], 2, '--dashboard: the folder nowhere does not exist\n'],
  ])('npm run cost refuses %j', async (args, code, error) => {
    const folder = await writeFolder({});
    const words = error.replace('{folder}', folder);
    const isWhole = words.endsWith('\n');
    expect(await cost(folder, ...args)).toEqual({
      code,
      out: '',
      error: isWhole ? words : expect.stringContaining(words),
    });
  });

  test('npm run cost refuses an invalid dashboard, and prints its errors', async () => {
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': endpointsFile('  a: { component: Pie }') });
    const { code, out, error } = await cost(dirname(folder), '--dashboard', basename(folder));
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain(`${basename(folder)}/dashboard.yml:3:`);
  });

  test('npm run cost explains the options, the model, the prices and the gaps in the help', async () => {
    const { out } = await cost('/', '--help');
    for (const part of ['--screens <number>', 'How it is worked out', 'Prices of us-east-1, 2026-11', 'Left out']) {
      expect(out).toContain(part);
    }
  });
});
