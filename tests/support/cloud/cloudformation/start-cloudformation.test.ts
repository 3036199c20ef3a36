import {
  CloudFormationClient,
  CreateChangeSetCommand,
  type CreateChangeSetCommandInput,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  paginateDescribeChangeSet,
  SetStackPolicyCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FakeCluster, FakeSnapshot } from '../start-rds.ts';
import { signed } from '../start-s3.ts';
import { type CloudFormation, startCloudFormation } from './start-cloudformation.ts';

type Resources = Readonly<Record<string, object>>;

const CLUSTER = { Type: 'AWS::RDS::DBCluster', Properties: { Engine: 'aurora-postgresql', DatabaseName: 'one' } };
const ROLE = {
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {},
    Policies: [{ PolicyName: 'a', PolicyDocument: { Resource: { 'Fn::GetAtt': ['Database', 'DBClusterArn'] } } }],
  },
};
const API = { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'a' } };
const route = (RouteKey: string) => ({
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: { ApiId: { Ref: 'Api' }, RouteKey },
});

const untilEnded = async (client: CloudFormationClient, StackName: string): Promise<readonly string[]> => {
  const seen: string[] = [];
  while (!/_(COMPLETE|FAILED)$/.test(seen.at(-1) ?? '')) {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    seen.push(Stacks[0]?.StackStatus ?? '');
  }
  return seen;
};

describe('the emulated protected database', () => {
  const clusters = new Map<string, FakeCluster>();
  const snapshots: FakeSnapshot[] = [];
  let cloudFormation: CloudFormation;
  let client: CloudFormationClient;
  beforeAll(async () => {
    cloudFormation = await startCloudFormation(undefined, { clusters, snapshots });
    client = new CloudFormationClient({ ...signed, endpoint: cloudFormation.url, maxAttempts: 1 });
  });
  afterAll(async () => {
    client.destroy();
    await cloudFormation.close();
  });

  const PROTECTED = { ...CLUSTER, Properties: { ...CLUSTER.Properties, DeletionProtection: true } };
  const deploy = async (resources: Resources, ChangeSetType: 'CREATE' | 'UPDATE') => {
    const set = { StackName: 'kept', ChangeSetName: 'set' };
    const TemplateBody = JSON.stringify({ Resources: resources });
    await client.send(new CreateChangeSetCommand({ ...set, TemplateBody, ChangeSetType }));
    await Array.fromAsync(paginateDescribeChangeSet({ client }, set));
    await client.send(new ExecuteChangeSetCommand(set));
    await untilEnded(client, set.StackName);
  };

  test('an emulated database with deletion protection prevents the deletion of its stack', async () => {
    await deploy({ Api: API, Database: PROTECTED }, 'CREATE');
    await client.send(new DeleteStackCommand({ StackName: 'kept' }));
    expect(cloudFormation.stacks.get('kept')).toMatchObject({
      status: 'DELETE_FAILED',
      resources: [{ logicalId: 'Database' }],
    });
    clusters.set('kept-database', { isProtected: false });
    await client.send(new DeleteStackCommand({ StackName: 'kept' }));
    expect([cloudFormation.stacks.size, clusters.size]).toEqual([0, 0]);
  });

  test('an emulated protected database stays in the account if an update removes it from the stack', async () => {
    await deploy({ Api: API, Database: PROTECTED }, 'CREATE');
    await deploy({ Api: API }, 'UPDATE');
    expect(cloudFormation.stacks.get('kept')).toMatchObject({
      status: 'UPDATE_COMPLETE',
      resources: [{ logicalId: 'Api' }],
    });
    expect([...clusters.keys()]).toEqual(['kept-database']);
  });

  test('an emulated protected database, and the network that it uses, stay in the account after a rollback', async () => {
    const network = {
      Network: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.0.0.0/24' } },
      Subnets: { Type: 'AWS::RDS::DBSubnetGroup', Properties: { SubnetIds: [{ Ref: 'Network' }] } },
      Data: { ...PROTECTED, Properties: { ...PROTECTED.Properties, DBSubnetGroupName: { Ref: 'Subnets' } } },
    };
    cloudFormation.failAt('Last', 'Limit exceeded');
    await deploy({ Api: API, ...network, Last: { ...API, DependsOn: 'Data' } }, 'UPDATE');
    expect(cloudFormation.stacks.get('kept')?.status).toBe('UPDATE_ROLLBACK_COMPLETE');
    const left = cloudFormation.outside().map(({ type }) => type);
    expect(left).toEqual(expect.arrayContaining(['AWS::EC2::VPC', 'AWS::RDS::DBSubnetGroup', 'AWS::RDS::DBCluster']));
    clusters.delete('kept-data');
  });

  test('an emulated database leaves a snapshot with its tags when it is deleted, and another database can be restored from it', async () => {
    const tags = [{ Key: 'stage', Value: 'dev' }];
    const properties = { ...CLUSTER.Properties, EngineVersion: '17.7', CopyTagsToSnapshot: true, Tags: tags };
    await deploy({ Api: API, Database: { ...CLUSTER, DeletionPolicy: 'Snapshot', Properties: properties } }, 'UPDATE');
    await deploy({ Api: API }, 'UPDATE');
    const [{ id, ...last } = { id: '' }] = snapshots;
    expect(last).toMatchObject({ cluster: 'kept-database-2', engineVersion: '17.7', tags: { stage: 'dev' } });
    const restored = (from: string) => ({
      ...CLUSTER,
      Properties: { ...CLUSTER.Properties, SnapshotIdentifier: from },
    });
    await deploy({ Api: API, Database: restored('none-such') }, 'UPDATE');
    expect(cloudFormation.stacks.get('kept')?.status).toBe('UPDATE_ROLLBACK_COMPLETE');
    await deploy({ Api: API, Database: restored(id) }, 'UPDATE');
    expect(clusters.get('kept-database-2')?.snapshot).toBe(id);
  });
});

describe('the CloudFormation emulator', () => {
  let cloudFormation: CloudFormation;
  let client: CloudFormationClient;
  beforeAll(async () => {
    cloudFormation = await startCloudFormation();
    client = new CloudFormationClient({ ...signed, endpoint: cloudFormation.url, maxAttempts: 1 });
  });
  afterAll(async () => {
    client.destroy();
    await cloudFormation.close();
  });

  const create = (StackName: string, resources: Resources, more: Partial<CreateChangeSetCommandInput> = {}) =>
    client.send(
      new CreateChangeSetCommand({
        StackName,
        ChangeSetName: 'set',
        TemplateBody: JSON.stringify({ Resources: resources }),
        Capabilities: ['CAPABILITY_IAM'],
        ...more,
      }),
    );
  const read = async (StackName: string) => {
    const input = { StackName, ChangeSetName: 'set' };
    const [first] = await Array.fromAsync(paginateDescribeChangeSet({ client }, input));
    const pages = await Array.fromAsync(paginateDescribeChangeSet({ client }, input));
    const changes = pages.flatMap(({ Changes = [] }) => Changes.map(({ ResourceChange = {} }) => ResourceChange));
    return { first: first?.Status, status: pages[0]?.Status, reason: pages[0]?.StatusReason, pages, changes };
  };
  const execute = async (StackName: string) => {
    await read(StackName);
    await client.send(new ExecuteChangeSetCommand({ StackName, ChangeSetName: 'set' }));
    return untilEnded(client, StackName);
  };
  const deploy = async (name: string, resources: Resources) => {
    const isThere = cloudFormation.stacks.has(name);
    await create(name, resources, { ChangeSetType: isThere ? 'UPDATE' : 'CREATE' });
    await execute(name);
    return cloudFormation.stacks.get(name)?.status;
  };
  const changesOf = async (name: string, resources: Resources) => {
    await create(name, resources);
    const { changes } = await read(name);
    await client.send(new DeleteChangeSetCommand({ StackName: name, ChangeSetName: 'set' }));
    return Object.fromEntries(
      changes.map((one) => [one.LogicalResourceId, [one.Action, one.Replacement, one.PolicyAction]]),
    );
  };

  test('the CloudFormation emulator describes a new stack, and lists its changes in pages', async () => {
    const apis = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`Api${index}`, API]));
    await create('paged', apis, { ChangeSetType: 'CREATE' });
    expect(cloudFormation.stacks.get('paged')?.status).toBe('REVIEW_IN_PROGRESS');
    const { first, status, pages, changes } = await read('paged');
    expect([first, status, pages.length, changes.length]).toEqual(['CREATE_IN_PROGRESS', 'CREATE_COMPLETE', 3, 7]);
    await execute('paged');
    expect(cloudFormation.stacks.get('paged')?.status).toBe('CREATE_COMPLETE');
  });

  test('the CloudFormation emulator replaces the resources that AWS replaces, and says what happens to their data', async () => {
    await deploy('replaced', { Database: CLUSTER, Role: ROLE, Api: API });
    const renamed = { ...CLUSTER, Properties: { ...CLUSTER.Properties, DatabaseName: 'two' } };
    expect(await changesOf('replaced', { Database: renamed, Role: ROLE, Bucket: { Type: 'AWS::S3::Bucket' } })).toEqual(
      {
        Bucket: ['Add', undefined, undefined],
        Database: ['Modify', 'True', 'ReplaceAndSnapshot'],
        Role: ['Modify', 'False', undefined],
        Api: ['Remove', undefined, 'Delete'],
      },
    );
    const owner = { ...CLUSTER, Properties: { ...CLUSTER.Properties, MasterUsername: 'other' } };
    expect((await changesOf('replaced', { Database: owner })).Database?.[1]).toBe('Conditional');
  });

  test('the CloudFormation emulator fails a change set without changes, and refuses to execute it', async () => {
    await deploy('same', { Api: API });
    await create('same', { Api: API });
    expect(await read('same')).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining("The submitted information didn't contain changes."),
      changes: [],
    });
    await expect(execute('same')).rejects.toMatchObject({
      message: expect.stringContaining('cannot be executed in its current status of [FAILED]'),
    });
  });

  test.each<[string, Resources | string, Partial<CreateChangeSetCommandInput>, string]>([
    ['an update of a stack that does not exist', { Api: API }, {}, 'Stack [refused] does not exist'],
    [
      'unknown types of resources',
      { A: { Type: 'AWS::No::Such' } },
      {},
      'Unrecognized resource types: [AWS::No::Such]',
    ],
    ['dangling references', { R: route('POST /a') }, {}, 'Unresolved resource dependencies [Api]'],
    ['a template without resources', {}, {}, 'At least one Resources member must be defined'],
    [
      'roles without the IAM capability',
      { Role: ROLE, Database: CLUSTER },
      { Capabilities: [] },
      'Requires capabilities',
    ],
    [
      'resources that depend on each other in a cycle',
      { A: { ...API, DependsOn: 'B' }, B: { ...API, DependsOn: 'A' } },
      {},
      'Circular dependency',
    ],
    ['a stack name with a dot', { Api: API }, { ChangeSetName: 'a.b' }, "at 'changeSetName'"],
    [
      'a template in the body over 51 200 bytes',
      { Api: { ...API, Metadata: 'x'.repeat(51_200) } },
      {},
      "at 'templateBody'",
    ],
  ])('the CloudFormation emulator refuses %s', async (what, resources, more, words) => {
    const type = what === 'an update of a stack that does not exist' ? {} : ({ ChangeSetType: 'CREATE' } as const);
    await expect(create('refused', resources as Resources, { ...type, ...more })).rejects.toThrow(words);
    expect(cloudFormation.stacks.has('refused')).toBe(false);
  });

  test('the CloudFormation emulator rolls back a failed creation, and refuses updates of that stack', async () => {
    expect(await deploy('failed', { Api: API, R: route('POST /frame/{endpoint}/') })).toBe('ROLLBACK_COMPLETE');
    const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName: 'failed' }));
    expect(StackEvents.map(({ ResourceStatus }) => ResourceStatus)).toEqual([
      'ROLLBACK_COMPLETE',
      'ROLLBACK_IN_PROGRESS',
      'CREATE_FAILED',
      'CREATE_IN_PROGRESS',
    ]);
    await expect(create('failed', { Api: API })).rejects.toThrow(
      'is in ROLLBACK_COMPLETE state and can not be updated',
    );
  });

  test('the CloudFormation emulator refuses further operations until one has ended', async () => {
    await create('busy', { Api: API }, { ChangeSetType: 'CREATE' });
    await read('busy');
    await client.send(new ExecuteChangeSetCommand({ StackName: 'busy', ChangeSetName: 'set' }));
    await expect(create('busy', { Api: API })).rejects.toThrow('is in UPDATE_IN_PROGRESS state and can not be updated');
    await expect(client.send(new DeleteStackCommand({ StackName: 'busy' }))).rejects.toThrow('cannot be deleted');
    expect(await untilEnded(client, 'busy')).toEqual(['CREATE_IN_PROGRESS', 'CREATE_COMPLETE']);
  });

  test('the CloudFormation emulator wants a value for each parameter, and shows what a new value changes', async () => {
    const topic = { Type: 'AWS::SNS::Topic', Properties: { DisplayName: { 'Fn::Sub': '$' + '{Place}a' } } };
    const TemplateBody = JSON.stringify({ Parameters: { Place: { Type: 'String' } }, Resources: { Topic: topic } });
    const at = (ParameterValue: string) => ({ TemplateBody, Parameters: [{ ParameterKey: 'Place', ParameterValue }] });
    await expect(create('parted', {}, { TemplateBody, ChangeSetType: 'CREATE' })).rejects.toThrow('must have values');
    await create('parted', {}, { ...at('x'), ChangeSetType: 'CREATE' });
    await execute('parted');
    await create('parted', {}, at('x'));
    expect(await read('parted')).toMatchObject({ status: 'FAILED' });
    await client.send(new DeleteChangeSetCommand({ StackName: 'parted', ChangeSetName: 'set' }));
    await create('parted', {}, at('y'));
    expect((await read('parted')).changes).toMatchObject([{ LogicalResourceId: 'Topic', Action: 'Modify' }]);
  });

  test('the CloudFormation emulator rolls back a failed update to the previous template', async () => {
    await deploy('kept', { Api: API, R: route('POST /a') });
    const repeated = { Api: API, R: route('POST /a'), S: route('POST /a') };
    expect(await deploy('kept', repeated)).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(cloudFormation.stacks.get('kept')?.resources.map(({ logicalId }) => logicalId)).toEqual(['Api', 'R']);
  });

  test('the CloudFormation emulator denies changes that the stack policy denies', async () => {
    await deploy('guarded', { Api: API, Database: CLUSTER });
    const condition = { StringEquals: { ResourceType: ['AWS::RDS::DBCluster'] } };
    const Statement = [
      { Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' },
      { Effect: 'Deny', Principal: '*', Action: ['Update:Delete'], Resource: '*', Condition: condition },
    ];
    await client.send(
      new SetStackPolicyCommand({ StackName: 'guarded', StackPolicyBody: JSON.stringify({ Statement }) }),
    );
    expect(await deploy('guarded', { Api: API })).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await deploy('guarded', { Database: CLUSTER })).toBe('UPDATE_COMPLETE');
  });

  test('the CloudFormation emulator refuses to delete a stack with termination protection', async () => {
    await deploy('protected', { Api: API });
    const StackName = 'protected';
    await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: true }));
    await expect(client.send(new DeleteStackCommand({ StackName }))).rejects.toThrow(
      'cannot be deleted while TerminationProtection is enabled',
    );
    await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }));
    await client.send(new DeleteStackCommand({ StackName }));
    await expect(client.send(new DescribeStacksCommand({ StackName }))).rejects.toThrow('does not exist');
  });
});
