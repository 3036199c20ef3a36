import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, unverified } from '../../support/run-command.ts';

const folderWith = (alarms: string, dataset = ''): Promise<string> =>
  writeFolder({
    'dashboard.yml': `dashboard: ops-room
region: eu-west-1
alarms: { ${alarms} }
datasets:
  orders: { csv: orders.csv${dataset} }
endpoints:
  revenue: { component: Numeric Metric, dataset: orders, columns: { value: { sum: amount }, unit: { constant: EUR } }, token: ssm:/a/b }
`,
    'data/orders.csv': 'amount\n5\n',
  });

const EMAIL = 'email: ops@example.com';
const WEBHOOK = 'webhook: { place: ssm:/ops/hook, form: slack }';
const EXPECT = ', expect: { rows: { atLeast: 1 } }';

let s3: S3;
let cloudFormation: CloudFormation;
beforeAll(async () => {
  s3 = await startS3();
  cloudFormation = await startCloudFormation(s3);
});
afterAll(async () => {
  await cloudFormation.close();
  await s3.close();
});

const run = async (name: 'diff' | 'deploy', folder: string): Promise<string> => {
  const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url });
  const args = ['--dashboard', folder, '--stage', 'dev', ...unverified(name)];
  const { code, out } = await runCommand(name, args, { env });
  expect(code).toBe(0);
  return out;
};

let plain: string;
let promised: string;
beforeAll(async () => {
  plain = await folderWith(EMAIL);
  promised = await folderWith(EMAIL, EXPECT);
});

test('diff shows what promises add to a stack without any', async () => {
  await run('deploy', plain);
  expect(await run('diff', plain)).toMatch(/: no changes$/m);
  const out = await run('diff', promised);
  expect(out).toContain('\n  1 shared cache  AnswersTable\n  1 schedule      MetricJudgement\n');
  expect(out).toContain('\n  and 2 alarms, 1 schedule group, 1 role, 1 function version\n');
  expect(out).toContain('\n  1 HTTP API  wallfeed-ops-room-dev-httpapi: CORS\n');
  expect(out).toContain('4 alarms (alarm description)');
});

test.each<[string, string, string, readonly string[]]>([
  [
    'another bound of a promise',
    EMAIL,
    EXPECT.replace('1', '2'),
    [
      'Adds\n  1 function version\n',
      'Changes\n  1 function  wallfeed-ops-room-dev-metric: code\n  and 1 function alias (version)\n',
    ],
  ],
  ['`silence`', `${EMAIL}, silence: 15m`, EXPECT, ['Adds\n  1 alarm, 1 function version\n']],
  [
    '`webhook`',
    `${EMAIL}, ${WEBHOOK}`,
    EXPECT,
    [
      'dev in eu-west-1: 8 added\n',
      'Adds\n  1 function  wallfeed-ops-room-dev-webhook\n  and 1 log group, 1 role, 1 alarm subscription, 1 permission to invoke, 1 alarm,',
    ],
  ],
  [
    'a topic in place of `email`',
    'topic: arn:aws:sns:eu-west-1:123456789012:ops',
    EXPECT,
    ['4 alarms (alarm actions), 2 alarms (actions at its end,', 'Removes\n  1 alarm subscription\n'],
  ],
])('diff shows what %s changes in a stack with promises', async (_, alarms, dataset, shown) => {
  await run('deploy', promised);
  const out = await run('diff', await folderWith(alarms, dataset));
  for (const text of shown) expect(out).toContain(text);
});

test('diff shows what a stack loses with its promises', async () => {
  await run('deploy', promised);
  const out = await run('diff', plain);
  expect(out).toMatch(
    /Removes\n {2}1 shared cache {2}\S+\n {2}1 schedule +\S+\n {2}and 2 alarms, 1 schedule group, 1 role\n/,
  );
  expect(out).not.toContain('Data\n');
});
