import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type SimulatedWall, simulateLog } from '../../../infra/lab/cost/simulate-log.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import type { GroupedEvent } from '../../support/cloud/usage/insights.ts';
import { startUsage, type Usage } from '../../support/cloud/usage/start-usage.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const WALL: SimulatedWall = {
  dashboard: 'ops-room',
  endpoints: [
    { slug: 'traffic', family: 'pie', cacheSeconds: 0, bodyBytes: 3500 },
    { slug: 'sales', family: 'pie', cacheSeconds: 600, bodyBytes: 3500 },
    { slug: 'stock', family: 'mixed-bar', cacheSeconds: 600, bodyBytes: 3500 },
  ],
  screens: 3,
  refreshSeconds: 300,
  hoursADay: 12,
  days: 3,
  lifeSeconds: 7200,
  strangers: 30,
};

const FUNCTIONS = ['ops-room-prod-pie', 'ops-room-prod-mixed-bar'];
const ACCESS_LOG = '/aws/vendedlogs/http-api/wallfeed-ops-room-prod';
const GROUPS = [...FUNCTIONS.map((name) => `/aws/lambda/${name}`), ACCESS_LOG];

const NOW = new Date();
/** The start of last month. The simulated log covers last month. */
const MONTH_START = Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - 1);
const MONTH = new Date(MONTH_START).toISOString().slice(0, 7);
const SHIFT = MONTH_START - Date.UTC(2026, 9, 1);

interface Dated {
  readonly time: number;
  readonly message: string;
}

const datedLines = (wall: SimulatedWall): readonly Dated[] =>
  [...simulateLog(wall)].map((line) => {
    const time = Date.parse(line.slice(0, 24)) + SHIFT;
    return { time, message: line.slice(25).replace(/"Timestamp":\d+/, `"Timestamp":${time}`) };
  });

const groupLines = (lines: readonly Dated[]): readonly GroupedEvent[] => {
  const functionOf = new Map(
    lines.flatMap(({ message }) => {
      const { requestId, function: name } = message.startsWith('{"_aws"') ? JSON.parse(message) : {};
      return requestId ? [[requestId as string, name as string]] : [];
    }),
  );
  return lines.map(({ time, message }) => {
    if (message.startsWith('{"id"')) return { log: ACCESS_LOG, time, message };
    const id = /RequestId: (\S+)|"requestId":"([^"]+)"/.exec(message);
    return { log: `/aws/lambda/${functionOf.get(id?.[1] ?? id?.[2] ?? '')}`, time, message: `${message}\n` };
  });
};

const metricsOf = (events: readonly GroupedEvent[]) => {
  const reports = events.filter(({ message }) => message.startsWith('REPORT'));
  const msOf = (message: string): number => Number(/Duration: ([\d.]+) ms/.exec(message)?.[1]);
  const ofFunctions = FUNCTIONS.flatMap((resource) => {
    const own = reports.filter(({ log }) => log.endsWith(resource));
    return [
      { name: 'Invocations', points: own.map(({ time }) => ({ time, value: 1 })) },
      { name: 'Duration', points: own.map(({ time, message }) => ({ time, value: msOf(message) })) },
    ].map((one) => ({ ...one, namespace: 'AWS/Lambda', resource }));
  });
  const requests = events.filter(({ log }) => log === ACCESS_LOG).map(({ time }) => ({ time, value: 1 }));
  return [...ofFunctions, { namespace: 'AWS/ApiGateway', name: 'Count', resource: 'api1', points: requests }];
};

const LINES = datedLines(WALL);
const EVENTS = groupLines(LINES);
const METRICS = metricsOf(EVENTS);
const TAGS = { dashboard: 'ops-room', stage: 'prod' };
const COSTS = [
  { day: `${MONTH}-01`, service: 'AWS Lambda', amount: 0.25, tags: TAGS },
  { day: `${MONTH}-02`, service: 'AWS Lambda', amount: 0.5, tags: TAGS },
  { day: `${MONTH}-02`, service: 'AmazonCloudWatch', amount: 1, tags: TAGS },
  { day: `${MONTH}-02`, service: 'AWS Lambda', amount: 99, tags: { ...TAGS, stage: 'dev' } },
];
const HELD = { groups: GROUPS, events: EVENTS, metrics: METRICS, costs: COSTS, activeTags: ['dashboard', 'stage'] };

const denied = (action: string) => ({
  name: 'AccessDeniedException',
  message: `User: arn:aws:iam::000000000000:user/cfo is not authorized to perform: ${action} because no identity-based policy allows it`,
});

let folder: string;
let cloudFormation: CloudFormation;
let usage: Usage;

beforeAll(async () => {
  [cloudFormation, usage] = await Promise.all([startCloudFormation(), startUsage()]);
  folder = await writeFolder({
    'dashboard.yml': `refresh: 5m\n${endpointsFile(
      '  traffic: { component: 3D Pie Chart, csv: a.csv }',
      '  sales: { component: 3D Pie Chart, csv: a.csv, cache: 10m }',
      '  stock: { component: Bar Line Chart, json: stock.json, cache: 10m }',
    )}`,
    'data/stock.json': '{}',
    'data/a.csv': 'name,value,score,pv\na,1,,\n',
  });
  await writeFile(
    join(folder, 'raw.log'),
    LINES.map(({ time, message }) => `${new Date(time).toISOString()} ${message}\n`).join(''),
  );
  const resource = (logicalId: string, type: string, id: string) => ({ logicalId, type, id });
  cloudFormation.stacks.set('wallfeed-ops-room-prod', {
    status: 'UPDATE_COMPLETE',
    outputs: {},
    resources: [
      ...FUNCTIONS.map((id, index) => resource(`F${index}`, 'AWS::Lambda::Function', id)),
      ...GROUPS.map((id, index) => resource(`G${index}`, 'AWS::Logs::LogGroup', id)),
      resource('HttpApi', 'AWS::ApiGatewayV2::Api', 'api1'),
      resource('AnswersTable', 'AWS::DynamoDB::Table', 'table1'),
      resource('Database', 'AWS::RDS::DBCluster', 'cluster1'),
    ],
  });
});
afterAll(() => Promise.all([cloudFormation.close(), usage.close()]));
beforeEach(() => usage.hold(HELD));

const cost = (...args: readonly string[]) =>
  runCommand('cost', ['--dashboard', folder, ...args], {
    from: folder,
    env: signedIn({ CLOUDFORMATION: cloudFormation.url, ...usage.urls }),
  });

const ASKED = ['--actual', '--stage', 'prod', '--month', MONTH];
const jsonOf = async (...args: readonly string[]) => {
  const { code, out, error } = await cost('--format', 'json', '--body', '4KB', ...args);
  expect([code, out === '' ? error : '']).toEqual([0, '']);
  return JSON.parse(out);
};

interface Component {
  readonly endpoint: string;
  readonly actual: Readonly<Record<string, number>>;
}

/** Returns the counts of an endpoint. Rounds its billed time and its cost, because both are estimated shares. */
const countsOf = ({ endpoint, actual: { billedMs = 0, total = 0, ...counts } }: Component) => ({
  endpoint,
  counts,
  seconds: Math.round(billedMs / 10_000),
  total: Math.round(100 * total),
});

describe('npm run cost --actual from AWS', () => {
  test('npm run cost --actual counts the same by Logs Insights as by the lines themselves', async () => {
    const found = await jsonOf(...ASKED);
    const byLines = await jsonOf('--actual', 'raw.log', '--stage', 'prod', '--month', MONTH);
    expect(found.components.map(countsOf)).toEqual(byLines.components.map(countsOf));
    expect(found.fit).toEqual(byLines.fit);
    const { sharedCache, ...parts } = found.actual.parts;
    for (const [part, amount] of Object.entries(parts))
      expect([part, amount]).toEqual([part, expect.closeTo(byLines.actual.parts[part], 3)]);
    expect(found.difference).toBeCloseTo(byLines.difference, 3);
    const names = ({ causes }: typeof found) => causes.map(({ cause }: { readonly cause: string }) => cause);
    expect(names(found)).toEqual(expect.arrayContaining([...names(byLines), 'sharedCache']));
    expect([sharedCache, found.notes]).toEqual([0, undefined]);
  });

  test('npm run cost --actual prints the refusal of Logs Insights beside what the metrics count', async () => {
    usage.fail('StartQuery', [denied('logs:StartQuery on resource: arn:aws:logs:eu-west-1:0:log-group:x')], 'always');
    const { actual, notes, assumed } = await jsonOf(...ASKED);
    expect(notes).toEqual([
      expect.stringMatching(/^AWS did not allow counting log lines with Logs Insights .*perform: logs:StartQuery/),
      expect.stringContaining('metrics do not know endpoints'),
    ]);
    usage.hold(HELD);
    const byLines = await jsonOf(...ASKED);
    for (const part of ['gateway', 'requests', 'compute'])
      expect([part, actual.parts[part]]).toEqual([part, expect.closeTo(byLines.actual.parts[part], 2)]);
    expect(assumed).toEqual(expect.arrayContaining(['source', 'logs', 'egress']));
  });

  test('npm run cost --actual counts lines without the metrics, and says which permission they need', async () => {
    usage.fail('GetMetricData', [denied('cloudwatch:GetMetricData')], 'always');
    const { notes, actual } = await jsonOf(...ASKED);
    expect(actual.total).toBeGreaterThan(0);
    expect(notes).toEqual([expect.stringContaining('(cloudwatch:GetMetricData)')]);
    usage.fail('StartQuery', [denied('logs:StartQuery')], 'always');
    const { code, out, error } = await cost(...ASKED);
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/logs:StartQuery[\s\S]*cloudwatch:GetMetricData/);
  });

  test('npm run cost --actual says how many calls have no line, and counts metrics if all lines are gone', async () => {
    const kept = MONTH_START + 2 * 86_400_000;
    usage.hold({ ...HELD, keptSince: kept });
    const { period, notes } = await jsonOf(...ASKED);
    expect([period.days, notes]).toEqual([
      1,
      [expect.stringContaining('3,888 calls of the functions in this time, and 1,296')],
    ]);
    usage.hold({ ...HELD, keptSince: Date.now() });
    const { period: all, notes: others } = await jsonOf(...ASKED);
    expect([all.days, others[0]]).toEqual([3, 'The log has no line of a request in this time.']);
  });

  test('npm run cost --actual halves the time range of a query that times out in Logs Insights, and repeats throttled calls', async () => {
    const whole = await jsonOf(...ASKED);
    usage.hold(HELD);
    usage.endQueries('Timeout', 10 * 86_400_000);
    usage.fail('StartQuery', [{ name: 'ThrottlingException', message: 'Rate exceeded' }]);
    expect(await jsonOf(...ASKED)).toEqual(whole);
    usage.hold(HELD);
    usage.endQueries('Failed');
    expect((await jsonOf(...ASKED)).notes[0]).toContain('Logs Insights ended the query as Failed');
  });

  test('npm run cost --actual reads the duration of hits from the metrics if several hits share a log line', async () => {
    const quiet = groupLines(datedLines({ ...WALL, log: 'summary' }));
    usage.hold({ ...HELD, events: quiet });
    const found = await jsonOf(...ASKED);
    usage.hold(HELD);
    const full = await jsonOf(...ASKED);
    expect(found.actual.parts.compute / full.actual.parts.compute).toBeCloseTo(1, 1);
    expect(found.actual.parts.logs).toBeLessThan(full.actual.parts.logs);
  });

  test('npm run cost --actual counts the database and the shared cache by their metrics', async () => {
    const at = { time: MONTH_START + 9 * 3_600_000 };
    const table = ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) => ({
      namespace: 'AWS/DynamoDB',
      name,
      resource: 'table1',
      points: [{ ...at, value: 1e6 }],
    }));
    const points = Array.from({ length: 60 }, (_, minute) => ({ time: at.time + minute * 60_000, value: 2 }));
    const capacity = { namespace: 'AWS/RDS', name: 'ServerlessDatabaseCapacity', resource: 'cluster1', points };
    usage.hold({ ...HELD, metrics: [...METRICS, ...table, capacity] });
    const { actual, causes, difference, assumed } = await jsonOf(...ASKED);
    expect(actual.parts).toMatchObject({ sharedCache: 0.75, database: 0.24 });
    expect(assumed).toEqual(['watching']);
    const sum = causes.reduce((all: number, { amount }: { readonly amount: number }) => all + amount, 0);
    expect(sum).toBeCloseTo(difference, 3);
  });
});

describe('npm run cost --actual --bill', () => {
  test('npm run cost --actual --bill prints what AWS billed by the tags, and what asking for it costs', async () => {
    const { code, out, error } = await cost(...ASKED, '--bill');
    expect([code, error]).toEqual([0, expect.stringContaining('AWS charges 0.01 US dollars for this request')]);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /AWS billed 1\.75 US dollars by the tags from .*: AmazonCloudWatch 1\.00, AWS Lambda 0\.75\./,
    );
    expect(usage.calls.filter((name) => name === 'GetCostAndUsage')).toHaveLength(1);
    const { bill } = await jsonOf(
      '--actual',
      'raw.log',
      '--stage',
      'prod',
      '--month',
      MONTH,
      '--bill',
      '--currency',
      'CNY',
      '--rate',
      '2',
    );
    expect(bill).toMatchObject({ total: 3.5, currency: 'CNY', services: { AmazonCloudWatch: 2, 'AWS Lambda': 1.5 } });
  });

  test.each([
    [
      'User not enabled for cost explorer access',
      { name: 'AccessDeniedException', message: 'User not enabled for cost explorer access' },
    ],
    [
      'DataUnavailableException: Data is not available',
      { name: 'DataUnavailableException', message: 'Data is not available' },
    ],
  ])('npm run cost --actual --bill prints the error %j of AWS beside the other figures', async (says, fault) => {
    usage.fail('GetCostAndUsage', [fault]);
    const { notes, actual, bill } = await jsonOf(...ASKED, '--bill');
    expect([notes, bill]).toEqual([[expect.stringContaining(says)], undefined]);
    expect(actual.total).toBeGreaterThan(0);
  });

  test('npm run cost --actual --bill says how tags are activated if Cost Explorer finds nothing', async () => {
    usage.hold({ ...HELD, activeTags: [] });
    expect((await jsonOf(...ASKED, '--bill')).notes).toEqual([
      expect.stringContaining('activate both tags as cost allocation tags'),
    ]);
  });

  test.each([
    ['--actual without files asks AWS about a stage', ['--actual']],
    ['--bill asks AWS about a stage', ['--actual', 'raw.log', '--bill']],
    ['--bill belongs to --actual', ['--bill']],
    ['--stage local is not on AWS', ['--actual', '--stage', 'local']],
  ])('npm run cost ends with exit code 2 and says %j', async (says, args) => {
    const { code, out, error } = await cost(...args);
    expect([code, out, error]).toEqual([2, '', expect.stringContaining(says)]);
  });

  test('npm run cost --actual names the stack that does not exist', async () => {
    const { code, error } = await cost('--actual', '--stage', 'dev');
    expect([code, error]).toEqual([1, expect.stringContaining('There is no stack wallfeed-ops-room-dev in eu-west-1')]);
  });
});
