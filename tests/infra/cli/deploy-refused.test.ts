/** @jest-environment node */
import {
  CloudFormationClient,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeChangeSetCommand,
  DescribeEventsCommand,
  ExecuteChangeSetCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { explainRefusedChanges } from '../../../infra/deploy/aws/refused-changes.ts';
import { untilDeployed } from '../../../infra/deploy/aws/stack-states.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type S3, signed, startS3 } from '../../support/cloud/start-s3.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, unverified } from '../../support/run-command.ts';

const ALARM = 'wallfeed-ops-room-dev-answers';
const LOG_GROUP = '/aws/vendedlogs/http-api/wallfeed-ops-room-dev';
const SET = { StackName: 'other', ChangeSetName: 'set' };

const logGroup = (LogGroupName: string) => ({ Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName } });
const alarm = (AlarmName: string) => ({ Type: 'AWS::CloudWatch::Alarm', Properties: { AlarmName } });
/** Resources whose names a dashboard needs. */
const FOREIGN = {
  Alarm: alarm(ALARM),
  Traffic: alarm('wallfeed-ops-room-dev-traffic'),
  Log: logGroup(LOG_GROUP),
};

describe('a deployment that CloudFormation refuses before it begins', () => {
  let s3: S3;
  let cloudFormation: CloudFormation;
  let client: CloudFormationClient;
  let folder: string;
  beforeAll(async () => {
    s3 = await startS3();
    folder = await writeFolder(DEPLOYABLE);
  });
  beforeEach(async () => {
    await cloudFormation?.close();
    client?.destroy();
    cloudFormation = await startCloudFormation(s3);
    Object.assign(process.env, signedIn({ CLOUDFORMATION: cloudFormation.url }));
    client = new CloudFormationClient({ ...signed, region: 'eu-west-1', endpoint: cloudFormation.url, maxAttempts: 1 });
  });
  const before = { ...process.env };
  afterAll(async () => {
    process.env = before;
    client.destroy();
    await cloudFormation.close();
    await s3.close();
  });

  const run = (name: string, dashboard = folder) =>
    runCommand(name, ['--dashboard', dashboard, '--stage', 'dev', ...unverified(name)], {
      env: signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url }),
    });

  const propose = async (StackName: string, template: object) => {
    const set = { ...SET, StackName };
    const TemplateBody = JSON.stringify(template);
    const { Id: arn = '' } = await client.send(
      new CreateChangeSetCommand({ ...set, TemplateBody, ChangeSetType: 'CREATE' }),
    );
    await client.send(new DescribeChangeSetCommand(set));
    const { StatusReason: reason = '' } = await client.send(new DescribeChangeSetCommand(set));
    return { set, arn, reason };
  };
  const createForeign = async (template: object = { Resources: FOREIGN }) => {
    const { set } = await propose('other', template);
    await client.send(new ExecuteChangeSetCommand(set));
    await untilDeployed({ name: 'other', region: 'eu-west-1' });
  };

  test('deploy names each resource whose name exists, its property, and the command that removes it', async () => {
    await createForeign();
    const { code, error } = await run('deploy');
    expect(code).toBe(1);
    const remedy = (command: string) =>
      `already exists. If nothing needs it, remove it: aws ${command} --region eu-west-1. Otherwise choose another dashboard name or stage`;
    expect(error.trim().split('\n').toSorted()).toEqual([
      `  AnswersAlarm (AWS::CloudWatch::Alarm), AlarmName: Resource of type 'AWS::CloudWatch::Alarm' with identifier '${ALARM}' ${remedy(`cloudwatch delete-alarms --alarm-names '${ALARM}'`)}`,
      `  HttpApiLogGroup (AWS::Logs::LogGroup), LogGroupName: Resource of type 'AWS::Logs::LogGroup' with identifier '${LOG_GROUP}' ${remedy(`logs delete-log-group --log-group-name '${LOG_GROUP}'`)}`,
      expect.stringContaining('  TrafficAlarm (AWS::CloudWatch::Alarm), AlarmName: '),
      'CloudFormation refuses the changes:',
    ]);
    expect(cloudFormation.changeSets('wallfeed-ops-room-dev')).toEqual([]);
    expect(cloudFormation.actions.filter((action) => /Events|DeleteChangeSet/.test(action)).at(0)).toBe(
      'DescribeEvents',
    );
    expect(cloudFormation.outside()).toEqual([]);
  });

  test('the same command deploys once the resources with these names are gone', async () => {
    await createForeign();
    expect((await run('deploy')).code).toBe(1);
    await client.send(new DeleteStackCommand({ StackName: 'other' }));
    expect(await run('deploy')).toMatchObject({ code: 0, error: '' });
  });

  test('diff names a resource that a deployed stack would add, but whose name exists', async () => {
    expect((await run('deploy')).code).toBe(0);
    const name = 'wallfeed-ops-room-dev-pie-errors';
    await createForeign({ Resources: { Alarm: alarm(name) } });
    const full = await writeFolder({
      ...DEPLOYABLE,
      'dashboard.yml': DEPLOYABLE['dashboard.yml'].replace('endpoints:', 'watch: full\nendpoints:'),
    });
    const { code, error } = await run('diff', full);
    expect(code).not.toBe(0);
    expect(error).toContain(`with identifier '${name}' already exists`);
  });

  test('a deployment without the permission for events says what CloudFormation said, and which permission is missing', async () => {
    await createForeign();
    const { arn, reason } = await propose('new', { Resources: { Log: logGroup(LOG_GROUP) } });
    cloudFormation.fail('AccessDenied', 'not authorized to perform: cloudformation:DescribeEvents', 403);
    const text = await explainRefusedChanges(client, { arn, reason, region: 'eu-west-1' });
    expect(text).toContain('[AWS::EarlyValidation::ResourceExistenceCheck]');
    expect(text).toContain(
      'AWS did not allow reading the events that say why: not authorized to perform: cloudformation:',
    );
  });

  test('the events of an emulated change set exist as long as the change set, and only its ARN finds them', async () => {
    await createForeign();
    const { arn, set } = await propose('new', { Resources: { Log: logGroup(LOG_GROUP), Other: FOREIGN.Alarm } });
    const describeEvents = (ChangeSetName: string) => client.send(new DescribeEventsCommand({ ChangeSetName }));
    const { OperationEvents = [], NextToken } = await describeEvents(arn);
    expect([OperationEvents.map(({ EventType }) => EventType), NextToken]).toEqual([
      ['STACK_EVENT', 'VALIDATION_ERROR', 'VALIDATION_ERROR'],
      undefined,
    ]);
    await expect(describeEvents('set')).rejects.toThrow('One of ChangeSetName, OperationId or StackName');
    await expect(client.send(new ExecuteChangeSetCommand(set))).rejects.toThrow('EarlyValidation');
    await client.send(new DeleteChangeSetCommand(set));
    await expect(describeEvents(arn)).rejects.toThrow('does not exist');
  });

  test('the error of a stack names the export that another stack has', async () => {
    const withExport = (LogGroupName: string) => ({
      Resources: { Log: logGroup(LogGroupName) },
      Outputs: { Url: { Value: 'x', Export: { Name: 'sls-ops-room-dev-HttpApiUrl' } } },
    });
    await createForeign(withExport('/walls'));
    const { set } = await propose('second', withExport('/others'));
    await client.send(new ExecuteChangeSetCommand(set));
    expect(cloudFormation.stacks.get('second')).toMatchObject({ status: 'ROLLBACK_COMPLETE', resources: [] });
    await expect(untilDeployed({ name: 'second', region: 'eu-west-1' })).rejects.toThrow(
      'Export with name sls-ops-room-dev-HttpApiUrl is already exported by stack other',
    );
  });
});
