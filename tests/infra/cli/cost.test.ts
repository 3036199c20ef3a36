import { basename, dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { prepareDemo } from '../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

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

const REPORT = `ops-room costs 14.73 US dollars a month on AWS
with 3 screens that refresh every 10s, 24 hours a day, 30 days a month (720 hours); prices of US
East (N. Virginia), us-east-1, November 2026; free tiers are left out

What is paid for
  6.90  47 %  database
  2.33  16 %  gateway
  1.90  13 %  watching
  1.29   9 %  logs
  0.80   5 %  secrets
  1.51  10 %  others

The dearest endpoints and datasets
  1.82  traffic  3D Pie Chart
  1.66  flow     3D Sankey Diagram
  1.65  orders   Pie Chart

What would lower it
+ 3.38  \`cache: 2h\` on all SQL to let the database pause (responses up to 2h old)
+ 2.56  \`refresh: 20s\` (screens show values up to 20s later: set this refresh on the platform too)
+ 2.21  \`watch: none\` (no metrics and no alarms: nobody is told when a component stays blank)
+ 0.78  \`log: summary\` (one line a minute for hits; the last one of an environment is lost)
+ 0.40  \`cache: 10m\` on all endpoints with shorter ones (responses up to 10m old)
  0.40  \`cache: 10m\` on traffic (responses up to 10m old)
  0.38  \`cache: 1m\` on all endpoints with shorter ones (responses up to 1m old)
  0.38  \`cache: 1m\` on traffic (responses up to 1m old)
  Together 8.65, not 9.53: they overlap. They are the 5 marked +, and 1 more not shown (0.21).

Left out: free tiers, tax, discounts, failed calls, storage, and the transfer into data/. Nothing
was measured on AWS. --details shows each endpoint, how it is worked out, the assumptions, the
prices and all that is left out.`;

const TABLE = `Endpoint       Component                    Cache  Source calls  A month
------------------------------------------------------------------------
traffic        3D Pie Chart                 none        777,600     1.82
orders         Pie Chart                    1h              720     1.65
flow           3D Sankey Diagram            1h            1,440     1.66
------------------------------------------------------------------------
All endpoints  3 together, 2,332,800 calls              779,760     5.13
Database       awake 115 of 720 hours                               6.90
Secrets        passwords of the database                            0.80
Watching       5 metrics, 4 alarms                                  1.90
------------------------------------------------------------------------
Total a month                                                      14.73`;

const COLUMNS = 'endpoint,component,calls,gateway,requests,compute,source,logs,egress,total';

/** FILES with a cache that all environments share. */
const SHARED = {
  ...FILES,
  'dashboard.yml': FILES['dashboard.yml'].replace('cache: 1h', 'cache: { ttl: 1m, shared: true }'),
};

describe('npm run cost', () => {
  test('npm run cost prints what a month costs, what it pays for, and what would lower it', async () => {
    const { code, out, error } = await cost('/', '--dashboard', await writeFolder(FILES));
    expect([code, error, out]).toEqual([0, '', `${REPORT}\n`]);
  });

  test('npm run cost --details prints a table with columns, totals and all else that is known', async () => {
    const { code, out } = await cost('/', '--dashboard', await writeFolder(FILES), '--details');
    expect(code).toBe(0);
    expect(out).toContain(`\nEach endpoint, in US dollars\n${TABLE}\n`);
    expect(out).toContain('  A million calls cost 2.20 on average, without the database and watching.\n');
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /cheapest is memory: \d+ \(\d+\.\d\d a month, \d+ ms for the slowest call that reads its sources, \d+ ms for a cold call\), and the fastest is memory: \d+ /,
    );
  });

  test('npm run cost prints at most 40 lines of at most 100 characters, also for the demo', async () => {
    for (const folder of [await prepareDemo(), await writeFolder(FILES)]) {
      const { out } = await cost('/', '--dashboard', folder);
      const lines = out.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(lines.filter((line) => line.length > 100)).toEqual([]);
    }
  });

  test('npm run cost --year prints the cost of twelve months, and the number of their days', async () => {
    const folder = await writeFolder(FILES);
    const { out } = await cost('/', '--dashboard', folder, '--year');
    expect(out).toMatch(
      /^ops-room costs 14\.73 US dollars a month on AWS, and 176\.76 in 12 such months \(360 days\)\n/,
    );
    const { out: json } = await cost('/', '--dashboard', folder, '--year', '--format', 'json');
    expect(JSON.parse(json).year).toEqual({ total: 176.7612, days: 360 });
    expect(await cost('/', '--dashboard', folder, '--year', '--format', 'csv')).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining('--year is not in CSV, whose amounts are those of a month'),
    });
  });

  test('npm run cost --currency with --rate converts every amount', async () => {
    const folder = await writeFolder(FILES);
    const read = async (...args: readonly string[]) =>
      JSON.parse((await cost('/', '--dashboard', folder, '--format', 'json', ...args)).out);
    const [dollars, yuan] = [await read(), await read('--currency', 'CNY', '--rate', '7.1')];
    expect([yuan.currency, yuan.rate]).toEqual(['CNY', 7.1]);
    expect(yuan.total).toBeCloseTo(7.1 * dollars.total, 2);
    expect(yuan.prices.gateway.price).toBeCloseTo(7.1, 6);
    expect(yuan.savings[0].saved).toBeCloseTo(7.1 * dollars.savings[0].saved, 2);
    const { out } = await cost('/', '--dashboard', folder, '--currency', 'CNY', '--rate', '7.1');
    expect(out).toMatch(/^ops-room costs 104\.\d\d CNY a month on AWS\n/);
    expect(out.replaceAll('\n', ' ')).toContain('converted at 7.1 CNY for 1 USD');
  });

  describe('the budget', () => {
    const withBudget = (amount: number, head = '') => ({
      ...FILES,
      'dashboard.yml': `budget: { amount: ${amount}, email: ops@example.com }\n${head}${FILES['dashboard.yml']}`,
    });

    test('npm run cost says by how much the budget is exceeded, or what is left of it', async () => {
      const [small, large] = [await writeFolder(withBudget(5)), await writeFolder(withBudget(20))];
      const { out, code } = await cost('/', '--dashboard', small);
      expect([out.split('\n')[3], code]).toEqual(['The budget of 5.00 is exceeded by 9.73 (195 %).', 0]);
      expect((await cost('/', '--dashboard', large)).out).toContain('\n5.27 (26 %) of the budget of 20.00 is left.\n');
      const { out: json } = await cost('/', '--dashboard', small, '--format', 'json');
      expect(JSON.parse(json).budget).toEqual({ amount: 5, over: true, difference: 9.7301 });
    });

    test('npm run cost --enforce-budget ends with exit code 1 if the budget is exceeded', async () => {
      const run = async (amount: number) =>
        cost('/', '--dashboard', await writeFolder(withBudget(amount)), '--enforce-budget');
      expect([(await run(5)).code, (await run(20)).code]).toEqual([1, 0]);
    });

    test('npm run cost compares a budget only in its own currency, which is CNY in China', async () => {
      const folder = await writeFolder(withBudget(50, 'region: cn-north-1\n'));
      const { out } = await cost('/', '--dashboard', folder);
      expect(out.replaceAll('\n', ' ')).toContain(
        'The budget of 50.00 is in CNY, and the prices are in USD: add --currency CNY with --rate.',
      );
      const { out: yuan } = await cost('/', '--dashboard', folder, '--currency', 'CNY', '--rate', '7.1');
      expect(yuan).toMatch(/^The budget of 50\.00 is exceeded by 54\.\d\d \(10\d %\)\.$/m);
    });
  });

  test('npm run cost takes screens and refresh from dashboard.yml unless an option is given', async () => {
    const head = 'alarms: { email: ops@example.com, screens: 5, refresh: 30s }\n';
    const run = async (more: string, ...args: readonly string[]) => {
      const file = `${more}${head}${FILES['dashboard.yml']}`.replace('cache: 0s', 'cache: 0s, refresh: 1m');
      const folder = await writeFolder({ ...FILES, 'dashboard.yml': file });
      const { assumptions, components } = JSON.parse(
        (await cost('/', '--dashboard', folder, '--format', 'json', ...args)).out,
      );
      const refresh = components.map((one: { refreshSeconds: number }) => one.refreshSeconds);
      return [assumptions.screens, ...refresh, components[0].calls];
    };
    // Each screen requests an endpoint with a refresh of one minute 1,440 times a day.
    expect(await run('')).toEqual([5, 60, 30, 30, 1440 * 30 * 5]);
    expect(await run('refresh: 20s\n')).toEqual([5, 60, 20, 20, 1440 * 30 * 5]);
    expect(await run('refresh: 20s\n', '--refresh', '40s', '--screens', '2')).toEqual([2, 40, 40, 40, 2160 * 30 * 2]);
  });

  test('npm run cost counts a list of 2 MB in data/ with its size, and --body replaces it', async () => {
    const list = { code: 200, msg: 'success', data: [{ name: 'x'.repeat(2_000_000), value: 1 }] };
    const file = endpointsFile('  wide: { component: 3D Pie Chart, json: wide.json }');
    const folder = await writeFolder({ 'dashboard.yml': file, 'data/wide.json': JSON.stringify(list) });
    const read = async (...args: readonly string[]) =>
      JSON.parse((await cost('/', '--dashboard', folder, '--format', 'json', ...args)).out);
    const { components, parts } = await read();
    expect(components[0].bodyBytes).toBe(Buffer.byteLength(JSON.stringify(list)) + 500);
    expect(parts.egress).toBeCloseTo((777_600 * components[0].bodyBytes * 0.09) / 1e9, 3);
    expect((await read('--body', '4KB')).components[0].bodyBytes).toBe(4000);
  });

  describe('the opening hours', () => {
    const open = { ...FILES, 'dashboard.yml': `hours: 'Mon-Fri 07:30-22:00'\n${FILES['dashboard.yml']}` };

    test('npm run cost counts the calls within the opening hours, and the hours in which the database is awake', async () => {
      const { out } = await cost('/', '--dashboard', await writeFolder(open), '--details');
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
    const { out } = await cost(
      '/',
      '--dashboard',
      await writeFolder(FILES),
      '--details',
      '--log',
      '2KB',
      '--hours',
      '10x20',
    );
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
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': file });
    const { out } = await cost('/', '--dashboard', folder, '--details');
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
    expect(JSON.parse(out)).toMatchObject({ domain: 0.5, total: 15.2301 });
  });

  test('npm run cost prints JSON with amounts that add up', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--format', 'json');
    const { assumptions, components, ...rest } = JSON.parse(out);
    expect(rest).toMatchObject({
      savings: expect.arrayContaining([
        {
          change: expect.stringContaining('`accessLog: none`'),
          gives: 'no line of the gateway for each request',
          line: 'accessLog: none',
          edits: [{ path: ['accessLog'], value: 'none' }],
          options: {},
          saved: 0.2088,
        },
      ]),
      together: { saved: expect.any(Number), total: expect.any(Number), edits: expect.any(Array), options: {} },
      currency: 'USD',
      region: 'us-east-1',
      dashboardRegion: null,
      pricesAsOf: '2026-11',
      tags: {},
      database: 7.7,
      watching: { alarms: 0.4, metrics: 1.5, dashboard: 0 },
      domain: 0,
      total: 14.7301,
    });
    expect(Object.values<number>(rest.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(rest.total, 6);
    expect(assumptions).toMatchObject({ screens: 3, refreshSeconds: 10, memoryMb: 256, logBytes: 1124 });
    expect(components).toEqual(
      Array(3).fill(
        expect.objectContaining(Object.fromEntries(COLUMNS.split(',').map((key) => [key, expect.anything()]))),
      ),
    );
  });

  test('npm run cost prints CSV with the columns of the table', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(FILES), '--format', 'csv');
    const [header, ...rows] = out.trimEnd().split('\n');
    expect(header).toBe(COLUMNS);
    expect(rows).toEqual([
      'traffic,3D Pie Chart,777600,0.7776,0.1555,0.104,0.311,0.4292,0.0392,1.8165',
      'orders,Pie Chart,777600,0.7776,0.1555,0.0134,0.0003,0.4277,0.2799,1.6544',
      'flow,3D Sankey Diagram,777600,0.7776,0.1555,0.0137,0.0005,0.432,0.2799,1.6592',
      ',Database,,,,,,,,7.7',
      ',Watching,,,,,,,,1.9',
      ',Domain,,,,,,,,0',
      ',Total,2332800,2.3328,0.4665,0.1311,0.3118,1.2889,0.599,14.7301',
    ]);
  });

  test('npm run cost prints the price of each level of monitoring, and proposes a lower one', async () => {
    const files = { ...FILES, 'dashboard.yml': `watch: full\n${FILES['dashboard.yml']}` };
    const { out } = await cost('/', '--dashboard', await writeFolder(files), '--details');
    const text = out.replace(/\n {2}(?=\S)/g, ' ');
    expect(text).toContain(
      'Here it is full: 10 metrics, 9 alarms, 1 dashboard. Monthly cost by watch: full 6.90, basic 1.90, none 0.00.',
    );
    expect(text).toContain('5.00  `watch: basic` (');
  });

  test('npm run cost prints the share of the shared cache in the cost', async () => {
    const { out } = await cost('/', '--dashboard', await writeFolder(SHARED), '--details', '--environments', '3');
    expect(out).toMatch(/^orders +Pie Chart +1m shared +43,200 /m);
    const text = out.replace(/\n {2}(?=\S)/g, ' ');
    expect(out).toMatch(/43\.20 +8\d % {2}database\n/);
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
    const { code, out } = await cost(await prepareDemo(), '--screens', '2', '--details');
    expect(code).toBe(0);
    const [endpoints = '', total = ''] = ['All endpoints', 'Total a month'].map(
      (name) => out.split('\n').find((line) => line.startsWith(name)) ?? '',
    );
    const [, count, calls] = /^All endpoints +(\d+) together +([\d,]+)/.exec(endpoints) ?? [];
    expect(Number(calls?.replaceAll(',', ''))).toBe(Number(count) * 518_400);
    expect(Number(total.split(' ').at(-1))).toBeGreaterThan(100);
    expect(out).toMatch(/^ {2}Together [\d.]+, not [\d.]+: they overlap\. They are the \d+ changes marked \+\.$/m);
  });

  test.each([
    [['--refresh', 'soon'], 2, "--refresh must be a duration such as 10s, 5m or 2h, not 'soon'\n"],
    [
      ['--currency', 'CNY'],
      2,
      '--rate is missing: --currency and --rate belong together, such as --currency CNY --rate 7.1\n',
    ],
    [
      ['--rate', '7.1'],
      2,
      '--currency is missing: --currency and --rate belong together, such as --currency CNY --rate 7.1\n',
    ],
    [
      ['--currency', 'yuan', '--rate', '7.1'],
      2,
      "--currency must be three capital letters, such as --currency CNY --rate 7.1, not 'yuan'\n",
    ],
    [['--currency', 'CNY', '--rate', '0'], 2, '--rate must be a number above 0'],
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
