import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type JsonEmulator, startJsonEmulator } from '../../../infra/local/emulators/server/json-emulator.ts';
import { type RunningService, runService } from '../../../infra/local/start-stack.ts';
import { readService } from '../../../infra/stack/template/read-service.ts';
import { resourcesOf, type Template } from '../../../infra/stack/template/template.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { packageFolder } from '../../support/template/package-folder.ts';

const DASHBOARD = `
dashboard: ops-room
timeout: 4s
hours: 'Mon-Fri 07:30-22:00'
endpoints:
  orders: { component: Bar Chart, sql: 'select 1, 2, 3' }
  returns: { component: Bar Chart, sql: 'select 4, 5, 6' }
  share: { component: 3D Pie Chart, csv: pie.csv }
`;

const ROW = { records: [[{ longValue: 1 }]], columnMetadata: [{ name: 'n', typeName: 'int4' }] };

let template: Template;
let running: RunningService;
let database: JsonEmulator;
const statements: string[] = [];
const lines: string[] = [];

beforeAll(async () => {
  const folder = await writeFolder({ 'dashboard.yml': DASHBOARD, 'data/pie.csv': 'a,b,c,d\nx,1,,\n' });
  const packaged = await packageFolder(folder);
  template = packaged.template;
  database = await startJsonEmulator({
    contentType: 'application/json',
    errorReply: (error, message = '') => ({ status: 400, error, body: { message } }),
    answer: async ({ body }) => {
      statements.push(JSON.parse(body).sql);
      return { status: 200, body: ROW };
    },
  });
  running = runService({
    service: readService(template, (logicalId) => logicalId),
    taskRoots: Object.fromEntries(packaged.functions.map(({ family, taskRoot }) => [family, taskRoot])),
    environment: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_RDS_DATA: database.url,
    },
    log: (_, line) => void lines.push(line),
  });
});
afterAll(async () => {
  await running?.end();
  await database?.close();
});
afterEach(() => {
  statements.length = 0;
  lines.length = 0;
  database.clearFaults();
});

const warmUp = async (family: string) => {
  const schedules = resourcesOf(template, 'AWS::Scheduler::Schedule');
  const [[, schedule] = []] = schedules;
  const { Input = '' } = (schedule?.Properties?.Target ?? {}) as { readonly Input?: string };
  const event = { Records: [{ EventSource: 'aws:sns', Sns: { Message: Input } }] };
  const result = await running.invoke(`${family}LambdaFunction`, 'request-1', JSON.stringify(event));
  const payload = typeof result === 'object' && 'payload' in result ? JSON.parse(result.payload.toString()) : result;
  const found = lines.map((line): unknown => /^\{/.test(line) && JSON.parse(line)).find((line) => line);
  return { payload, line: found };
};

const WARM = { statusCode: 200, body: '{"wallfeed":"warm"}' };

describe('the event of a schedule, sent to the packaged function', () => {
  test('the event of a schedule wakes the database of the function with one cheap statement', async () => {
    const { payload, line } = await warmUp('Bar');
    expect(payload).toMatchObject(WARM);
    expect(statements).toEqual(['select 1']);
    expect(line).toMatchObject({ warmUps: 1, coldStarts: 1, databases: ['awake'] });
    expect(line).not.toHaveProperty('_aws');
  });

  test.each([
    ['DatabaseResumingException', 'SOURCE_RESUMING'],
    ['AccessDeniedException', 'SOURCE_DENIED'],
  ])('the event of a schedule gets a response and a log line if the database responds with %s', async (error, code) => {
    database.fail({ error, times: Number.POSITIVE_INFINITY });
    const { payload, line } = await warmUp('Bar');
    expect(payload).toMatchObject(WARM);
    expect(line).toMatchObject({ warmUps: 1, databases: [code] });
  });

  test('the event of a schedule gets a response if the database does not respond in time', async () => {
    database.fail({ hang: true, times: Number.POSITIVE_INFINITY });
    const { payload, line } = await warmUp('Bar');
    expect(payload).toMatchObject(WARM);
    expect(line).toMatchObject({ databases: ['SOURCE_TIMEOUT'] });
  });

  test('the event of a schedule sends no statement for a function without SQL', async () => {
    const { payload, line } = await warmUp('Pie');
    expect(payload).toMatchObject(WARM);
    expect(statements).toEqual([]);
    expect(line).not.toHaveProperty('databases');
  });
});
