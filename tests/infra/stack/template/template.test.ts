import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { listFamilies } from '../../../../infra/build/bundling/family-schemas.ts';
import { prepareDemo } from '../../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { typesInStack } from '../../../../infra/stack/describe-stack.ts';
import { logicalName, resourcesOf } from '../../../../infra/stack/template/template.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { expectedGrants, grantsOf } from '../../../support/template/expected-grants.ts';
import { lakeDashboard } from '../../../support/template/lake.ts';
import { findUnpublished, metricsIn } from '../../../support/template/metric-dimensions.ts';
import { mutate, remove } from '../../../support/template/mutate.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';
import { checkReferences, checkResources, checkTags } from '../../../support/template/resource-schemas.ts';
import { lakeMutations, ruleMutations, warmUpMutations } from '../../../support/template/rule-mutations.ts';
import { breaches, rules } from '../../../support/template/rules.ts';
import { schemaMutations } from '../../../support/template/schema-mutations.ts';
import { fields } from '../../../support/template/statements.ts';

const NAMED = `
dashboard: ops-room
region: ap-southeast-1
bucket: theirs
database:
  cluster: arn:aws:rds:ap-southeast-1:123456789012:cluster:theirs
  secret: arn:aws:secretsmanager:ap-southeast-1:123456789012:secret:theirs-1a2b3c
  name: metrics
key: arn:aws:kms:ap-southeast-1:123456789012:key/0a1b
token: [ssm:/ops-room/old, ssm:/ops-room/new]
budget: { amount: 20.5, email: ops@example.com }
memory: 512
concurrency: 7
timeout: 20s
throttle: { rate: 5, burst: 9 }
endpoints:
  share: { component: 3D Pie Chart, csv: traffic.csv }
  other: { component: 3D Pie Chart, csv: 's3://elsewhere/a/b.csv', token: ssm:/ops-room/pie }
  orders: { component: Bar Chart, sql: 'select 1, 2, 3', path: / }
`;
const PLACED = `
dashboard: placed
timezone: asia/shanghai
hours: ['Mon-Fri 07:30-22:00', 'Sat 00:00-12:00']
database:
  subnets: [subnet-0a1b2c3d, subnet-4e5f6a7b, subnet-8c9d0e1f]
  securityGroup: sg-0a1b2c3d
  engineVersion: '16.11'
endpoints:
  orders: { component: Bar Chart, sql: 'select 1, 2, 3' }
  share: { component: 3D Pie Chart, csv: traffic.csv }
`;
const ONE = 'dashboard: one\nendpoints:\n  share: { component: 3D Pie Chart, csv: traffic.csv }\n';

const MAX_READER_BYTES = 90 * 1024;

const writeDashboard = (text: string) => writeFolder({ 'dashboard.yml': text, 'data/traffic.csv': 'a,b\nc,1\n' });

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';
const DOMAIN = { name: 'wall.example.com', certificate: CERTIFICATE, hostedZone: 'Z0123456789' };

let demo: PackagedFolder;
let again: PackagedFolder;
/** The demo, with additional resources of every kind that a dashboard can have. */
let complete: PackagedFolder;
let named: PackagedFolder;
let onePie: PackagedFolder;
let unwatched: PackagedFolder;
let placed: PackagedFolder;
let restored: PackagedFolder;
/** A dashboard with datasets over Athena. One of the datasets names a workgroup. */
let lake: PackagedFolder;

beforeAll(async () => {
  const folder = await prepareDemo();
  demo = await packageFolder(folder);
  [again, complete, named, onePie, placed, restored, unwatched, lake] = await Promise.all([
    packageFolder(folder),
    packageFolder(folder, {
      watch: 'full',
      alarms: { email: 'wall@example.com' },
      budget: { amount: 20, email: 'ops@example.com' },
      domain: DOMAIN,
    }),
    packageFolder(await writeDashboard(NAMED)),
    packageFolder(await writeDashboard(ONE)),
    packageFolder(await writeDashboard(PLACED)),
    packageFolder(await writeDashboard(PLACED), { ownDatabase: { snapshot: 'last' } }),
    packageFolder(await writeDashboard(`watch: none\n${ONE}`)),
    packageFolder(await writeDashboard(ONE), lakeDashboard),
  ]);
});

const allPackages = () => [demo, complete, named, onePie, placed, restored, lake];
const find = ({ template }: PackagedFolder, type: string) => resourcesOf(template, type);
const countOf = (packaged: PackagedFolder, type: string) => find(packaged, type).length;

describe('the resource schemas of AWS', () => {
  test('the resource schemas of AWS contain every resource, property and reference of the templates', () => {
    for (const { template } of allPackages())
      expect([...checkResources(template), ...checkReferences(template)]).toEqual([]);
  });

  test('check counts the resources of a stack as its template has them, without a run of osls', () => {
    for (const { template, dashboard } of allPackages()) {
      const inTemplate = Object.values(template.Resources).map(({ Type }) => Type);
      expect(typesInStack(dashboard).toSorted()).toEqual(inTemplate.toSorted());
    }
  });

  test('all resources that can have tags are tagged with their dashboard and stage', () => {
    for (const { template, dashboard } of allPackages()) {
      expect(checkTags(template, { dashboard: dashboard.name, stage: 'dev' })).toEqual([]);
    }
  });

  test.each(Object.entries(schemaMutations))(
    'the resource schemas of AWS find the error of %s',
    (_, [mutation, fault]) => {
      const template = mutate(complete.template, mutation);
      const tags = { dashboard: 'demo', stage: 'dev' };
      const faults = [...checkResources(template), ...checkReferences(template), ...checkTags(template, tags)];
      expect(faults.join('\n')).toContain(fault);
    },
  );
});

describe('the rules for templates', () => {
  test('the rules for templates are met by every stack', () => {
    for (const { template } of allPackages()) expect(breaches(template)).toEqual([]);
  });

  test('each rule for templates has a mutation that breaks it', () => {
    const mutated = [ruleMutations, warmUpMutations, lakeMutations].flatMap((mutations) => Object.keys(mutations));
    expect(mutated.sort()).toEqual(Object.keys(rules).sort());
  });

  test.each(Object.entries(ruleMutations))(
    'a rule for templates finds its violation in a mutated template: %s',
    (rule, mutations) => {
      for (const mutation of mutations) {
        expect(breaches(mutate(complete.template, mutation)).map((breach) => breach.split(': ')[0])).toContain(rule);
      }
    },
  );
});

test('a stack with watch: basic raises an alarm if its functions are slow', () => {
  const without = breaches(mutate(demo.template, remove('SlowAnswersAlarm')));
  expect(without).toContainEqual(expect.stringContaining('raises an alarm if it is slow'));
  expect(countOf(demo, 'AWS::CloudWatch::Alarm')).toBe(4);
  expect(countOf(demo, 'AWS::CloudWatch::Dashboard')).toBe(0);
});

test('a stack with watch: none has no alarms, topics or metrics', () => {
  for (const type of ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'SNS::Subscription']) {
    expect(countOf(unwatched, `AWS::${type}`)).toBe(0);
  }
  expect([...checkResources(unwatched.template), ...checkReferences(unwatched.template)]).toEqual([]);
});

test('a custom domain has DNS records for IPv4 and IPv6, and is the base of all URLs', () => {
  const target = (name: string) => ({ 'Fn::GetAtt': ['ApiDomain', name] });
  const { ApiRecord, ApiRecordV6 } = complete.template.Resources;
  expect([ApiRecord, ApiRecordV6].map((record) => record?.Properties)).toEqual(
    ['A', 'AAAA'].map((Type) => ({
      HostedZoneId: 'Z0123456789',
      Name: 'wall.example.com',
      Type,
      AliasTarget: { DNSName: target('RegionalDomainName'), HostedZoneId: target('RegionalHostedZoneId') },
    })),
  );
  expect(complete.template.Outputs?.HttpApiUrl).toMatchObject({ Value: 'https://wall.example.com' });
  expect(JSON.stringify(demo.template.Outputs?.HttpApiUrl)).toContain('.execute-api.');
});

test('the API and its domain have addresses for IPv4 and IPv6, but only for IPv4 in China', async () => {
  const typesIn = ({ template }: PackagedFolder) => {
    const { HttpApi, ApiDomain, ApiRecordV6 } = template.Resources;
    const [domain] = (ApiDomain?.Properties?.DomainNameConfigurations ?? []) as readonly { IpAddressType?: string }[];
    return [HttpApi?.Properties?.IpAddressType, domain?.IpAddressType, ApiRecordV6?.Type];
  };
  expect(typesIn(complete)).toEqual(['dualstack', 'dualstack', 'AWS::Route53::RecordSet']);
  const certificate = 'arn:aws-cn:acm:cn-north-1:123456789012:certificate/0a1b';
  const chinese = await packageFolder(await writeDashboard(ONE), {
    region: 'cn-north-1',
    domain: { ...DOMAIN, certificate },
  });
  expect(typesIn(chinese)).toEqual([undefined, undefined, undefined]);
  expect([...checkResources(chinese.template), ...checkReferences(chinese.template)]).toEqual([]);
});

test('the description of a template is about the dashboard, not about the tool that writes it', () => {
  expect(demo.template.Description).toMatch(/^A dashboard of Wallfeed: /);
});

describe('the metrics of alarms and widgets', () => {
  test.each([
    ['the demo', () => demo],
    ['a dashboard with all resources', () => complete],
    ['a dashboard with one endpoint', () => onePie],
    ['a lake', () => lake],
  ])('each alarm and widget of %s has the dimensions with which its metric is published', (_, packaged) => {
    const { template } = packaged();
    expect(metricsIn(template).length).toBeGreaterThan(2);
    expect(findUnpublished(template)).toEqual([]);
  });

  test('an alarm on queries without the type of the query is found', () => {
    const { QueriesAlarm } = lake.template.Resources;
    const text = JSON.stringify({ QueriesAlarm }).replaceAll(/,\{"Name":"QueryType","Value":"DML"\}/g, '');
    expect(findUnpublished({ Resources: JSON.parse(text) })).toEqual(
      Array(2).fill('QueriesAlarm: AWS/Athena has no metric with the dimensions QueryState WorkGroup'),
    );
  });

  test('a widget with a dimension that functions do not write is found', () => {
    const { MetricsPage } = complete.template.Resources;
    expect(MetricsPage).toBeDefined();
    const text = JSON.stringify({ MetricsPage }).replaceAll('\\"function\\"', '\\"family\\"');
    expect(findUnpublished({ Resources: JSON.parse(text) })).toContainEqual(
      expect.stringContaining('Wallfeed has no metric with the dimensions dashboard family'),
    );
  });
});

describe('the rules for workgroups', () => {
  test.each(Object.entries(lakeMutations))(
    'a rule for workgroups finds its violation in a mutated template: %s',
    (rule, mutations) => {
      for (const mutation of mutations) {
        expect(breaches(mutate(lake.template, mutation)).map((breach) => breach.split(': ')[0])).toContain(rule);
      }
    },
  );
});

describe('the rules for schedules', () => {
  test.each(Object.entries(warmUpMutations))(
    'a rule for schedules finds its violation in a mutated template: %s',
    (rule, mutations) => {
      for (const mutation of mutations) {
        expect(breaches(mutate(placed.template, mutation)).map((breach) => breach.split(': ')[0])).toContain(rule);
      }
    },
  );
});

describe('the policies of functions', () => {
  const families = ({ dashboard }: PackagedFolder) =>
    Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));

  test('the policies of functions grant exactly the permissions that the dashboard needs', () => {
    for (const packaged of [demo, onePie, lake]) {
      for (const family of families(packaged)) {
        const id = logicalName(family);
        const expected = expectedGrants(packaged.dashboard, family, `${id}LogGroup`);
        expect(grantsOf(packaged.template, `${id}LambdaFunction`)).toEqual(expected);
      }
    }
  });

  test('the policies of functions grant exactly the permissions that the dashboard needs with a customer-managed key', () => {
    for (const family of families(named)) {
      const id = logicalName(family);
      const expected = expectedGrants(named.dashboard, family, `${id}LogGroup`);
      const granted = grantsOf(named.template, `${id}LambdaFunction`);
      expect(granted).toEqual([...expected, 'kms:Decrypt arn:aws:kms:ap-southeast-1:123456789012:key/0a1b'].sort());
    }
  });
});

describe('a package', () => {
  test('a package is reproducible', async () => {
    expect(JSON.stringify(demo.template)).toBe(JSON.stringify(again.template));
    for (const [index, { zip }] of demo.functions.entries()) {
      const other = await readFile(again.functions[index]?.zip ?? '');
      expect((await readFile(zip)).equals(other)).toBe(true);
    }
  });

  test('a package contains only the bundle of each family: no schema compiler, no YAML parser, no source maps, no code cache', async () => {
    for (const { zip, family } of demo.functions) {
      const files = unzipSync(await readFile(zip));
      const names = Object.keys(files);
      expect(names).toEqual(
        expect.arrayContaining([
          'index.mjs',
          'main.js',
          'samples.json',
          'dashboard.json',
          'package.json',
          'THIRD-PARTY-NOTICES',
        ]),
      );
      expect(
        names.filter(
          (name) =>
            !/^(index\.mjs|THIRD-PARTY-NOTICES|kind-[\w-]+\.txt|(dashboard|package|samples)\.json|(clients\/)?[\w.-]+\.js)$/.test(
              name,
            ),
        ),
      ).toEqual([]);
      const code = names
        .filter((name) => name.endsWith('.js'))
        .map((name) => Buffer.from(files[name] ?? []).toString());
      expect(code.join('\n')).not.toMatch(/sourceMappingURL|tag:yaml\.org|strict mode: |MissingRefError/);
      const { endpoints } = JSON.parse(Buffer.from(files['dashboard.json'] ?? []).toString());
      const own = demo.dashboard.endpoints.filter((endpoint) => endpoint.family === family);
      expect(Object.keys(endpoints)).toEqual(own.map(({ slug }) => slug));
    }
  });

  test('a package with all families is within the limits of a stack and of an HTTP API', async () => {
    const { length } = Object.keys(demo.template.Resources);
    expect(countOf(demo, 'AWS::Lambda::Function')).toBe((await listFamilies()).length);
    expect(length).toBeLessThan(200);
    // Each endpoint with a path of its own has one route and one more resource.
    expect(length + 300 - countOf(demo, 'AWS::ApiGatewayV2::Route')).toBeLessThan(500);
  });

  test('a package with one family has one function, and no resources that it does not use', () => {
    expect(find(onePie, 'AWS::Lambda::Function').map(([name]) => name)).toEqual(['PieLambdaFunction']);
    expect(countOf(onePie, 'AWS::ApiGatewayV2::Route')).toBe(1);
    expect(countOf(onePie, 'AWS::IAM::Role')).toBe(1);
    const types = ['RDS::DBCluster', 'EC2::VPC', 'DynamoDB::Table', 'Budgets::Budget', 'SNS::Subscription'];
    for (const type of types) expect(countOf(onePie, `AWS::${type}`)).toBe(0);
    const settings = { MemorySize: 256, Timeout: 10 };
    expect(onePie.template.Resources.PieLambdaFunction?.Properties).toMatchObject(settings);
    const throttle = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };
    expect(onePie.template.Resources.HttpApiStage?.Properties?.DefaultRouteSettings).toEqual(throttle);
  });

  test('a package with a shared cache has a table, and names it only to the functions that use it', () => {
    expect(countOf(demo, 'AWS::DynamoDB::Table')).toBe(1);
    const tables = find(demo, 'AWS::Lambda::Function').map(([name, { Properties }]) => [
      name,
      fields(fields(fields(Properties).Environment).Variables).WALLFEED_CACHE_TABLE,
    ]);
    const sharing = tables.filter(([, table]) => table !== undefined);
    expect(sharing).toEqual([['TreemapLambdaFunction', { Ref: 'AnswersTable' }]]);
  });

  test('a package with datasets has one workgroup, with the highest limit of the datasets that use it', () => {
    expect(find(lake, 'AWS::Athena::WorkGroup').map(([name]) => name)).toEqual(['Workgroup']);
    expect(lake.template.Resources.Workgroup?.Properties).toMatchObject({
      Name: 'wallfeed-one-dev',
      WorkGroupConfiguration: { BytesScannedCutoffPerQuery: 2_000_000_000, PublishCloudWatchMetricsEnabled: true },
    });
    expect(countOf(demo, 'AWS::Athena::WorkGroup')).toBe(0);
    expect(countOf(lake, 'AWS::DynamoDB::Table')).toBe(1);
    expect(countOf(lake, 'AWS::RDS::DBCluster')).toBe(1);
  });

  test('a package with datasets has one more alarm, which counts the failed and cancelled queries of its workgroup', () => {
    const { Metrics, ...settings } = fields(lake.template.Resources.QueriesAlarm?.Properties);
    expect(settings).toMatchObject({ Threshold: 3, ComparisonOperator: 'GreaterThanOrEqualToThreshold' });
    const counted = (Metrics as readonly { readonly MetricStat?: Readonly<Record<string, unknown>> }[]).flatMap(
      ({ MetricStat }) => (MetricStat ? [MetricStat] : []),
    );
    expect(counted).toEqual(
      ['FAILED', 'CANCELLED'].map((state) => ({
        Stat: 'SampleCount',
        Period: 3_600,
        Metric: {
          Namespace: 'AWS/Athena',
          MetricName: 'TotalExecutionTime',
          Dimensions: [
            { Name: 'WorkGroup', Value: { Ref: 'Workgroup' } },
            { Name: 'QueryState', Value: state },
            { Name: 'QueryType', Value: 'DML' },
          ],
        },
      })),
    );
    expect(demo.template.Resources).not.toHaveProperty('QueriesAlarm');
  });

  test('a package names the workgroup and the datasets only to the functions that use them', async () => {
    const variables = (id: string) =>
      fields(fields(fields(lake.template.Resources[id]?.Properties).Environment).Variables);
    expect(variables('PieLambdaFunction')).toEqual({
      WALLFEED_STAGE: 'dev',
      WALLFEED_WORKGROUP: { Ref: 'Workgroup' },
      WALLFEED_CACHE_TABLE: { Ref: 'AnswersTable' },
    });
    expect(variables('LineLambdaFunction')).toEqual({ WALLFEED_STAGE: 'dev' });
    expect(variables('MapLambdaFunction')).toHaveProperty('WALLFEED_CLUSTER_ARN');
    expect(variables('MapLambdaFunction')).toHaveProperty('WALLFEED_BUCKET');
    const configs = lake.functions.map(async ({ family, zip }) => {
      const config = unzipSync(await readFile(zip))['dashboard.json'] ?? new Uint8Array();
      return [family, JSON.parse(Buffer.from(config).toString()).datasets];
    });
    const { sales, governed, theirs, stock, orders, nights, exports } = lakeDashboard.datasets ?? {};
    expect(Object.fromEntries(await Promise.all(configs))).toEqual({
      pie: { sales: sales?.config },
      bar: { sales: sales?.config, governed: governed?.config },
      line: { theirs: theirs?.config },
      map: { stock: stock?.config, orders: orders?.config },
      radar: { nights: nights?.config, exports: exports?.config },
    });
  });

  test('a function over Parquet may read below the fixed part of a pattern and list it, without a workgroup and a database', () => {
    const { Environment } = fields(lake.template.Resources.RadarLambdaFunction?.Properties);
    expect(fields(fields(Environment).Variables)).toEqual({
      WALLFEED_STAGE: 'dev',
      WALLFEED_BUCKET: { Ref: 'DataBucket' },
    });
    expect(grantsOf(lake.template, 'RadarLambdaFunction').filter((grant) => !grant.startsWith('logs:'))).toEqual([
      's3:GetObject arn:aws:s3:::exports/a/sales.parquet',
      's3:GetObject arn:aws:s3:::own/one/nights/day=*',
      's3:ListBucket arn:aws:s3:::exports',
      's3:ListBucket arn:aws:s3:::own',
    ]);
  });

  test('the zip of a function has the reader of Parquet, of at most 90 KB, only if a dataset of the function needs it', async () => {
    const texts = async ({ zip }: (typeof lake.functions)[number]) =>
      Object.entries(unzipSync(await readFile(zip))).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
    const withDecoder = async (one: (typeof lake.functions)[number]) =>
      (await texts(one)).filter(([, bytes]) => bytes.includes('BIT_PACKED')).map(([name]) => `${one.family}/${name}`);
    expect((await Promise.all(lake.functions.map(withDecoder))).flat()).toEqual(['radar/kind-parquet.js']);
    const radar = lake.functions.find(({ family }) => family === 'radar') as (typeof lake.functions)[number];
    const [, reader = Buffer.alloc(0)] = (await texts(radar)).find(([name]) => name === 'kind-parquet.js') ?? [];
    expect(gzipSync(reader).length).toBeLessThan(MAX_READER_BYTES);
    expect(gzipSync(reader).length).toBeGreaterThan(MAX_READER_BYTES / 10);
  });

  test('a function may use only the shared items of its family and of its shared datasets', () => {
    const policy = (id: string) => JSON.stringify(lake.template.Resources[id]?.Properties?.Policies);
    expect(policy('BarRole')).toContain('"dynamodb:LeadingKeys":["bar#*","dataset#sales#*"]');
    expect(policy('LineRole')).not.toContain('dynamodb');
  });

  test('a package puts the database into given subnets and a given security group without creating a VPC', () => {
    for (const type of ['VPC', 'Subnet', 'SecurityGroup']) {
      expect(countOf(placed, `AWS::EC2::${type}`)).toBe(0);
      expect(countOf(demo, `AWS::EC2::${type}`)).toBe(type === 'Subnet' ? 3 : 1);
    }
    const { Database, DatabaseSubnets } = placed.template.Resources;
    const subnets = ['subnet-0a1b2c3d', 'subnet-4e5f6a7b', 'subnet-8c9d0e1f'];
    expect(DatabaseSubnets?.Properties?.SubnetIds).toEqual(subnets);
    expect(Database?.Properties).toMatchObject({ EngineVersion: '16.11', VpcSecurityGroupIds: ['sg-0a1b2c3d'] });
    const own = { EngineVersion: '17.7', VpcSecurityGroupIds: [{ Ref: 'DatabaseAccess' }] };
    expect(demo.template.Resources.Database?.Properties).toMatchObject(own);
  });

  test('a package restores the database from a snapshot, with the snapshot’s owner and encryption', () => {
    const { Properties = {} } = restored.template.Resources.Database ?? {};
    expect(Properties).toMatchObject({ SnapshotIdentifier: 'last', DatabaseName: 'wallfeed', EngineVersion: '17.7' });
    expect(Properties).not.toHaveProperty('MasterUsername');
    expect(Properties).not.toHaveProperty('StorageEncrypted');
  });

  test('a package with opening hours warms each function through its alias before the wall opens, in the wall’s time zone', () => {
    const schedules = find(placed, 'AWS::Scheduler::Schedule').map(([name, { Properties }]) => {
      const { Arn } = fields(Properties?.Target);
      return [name, Properties?.ScheduleExpression, Properties?.ScheduleExpressionTimezone, Arn];
    });
    const zone = 'Asia/Shanghai';
    const [bar, pie] = [{ Ref: 'BarAlias' }, { Ref: 'PieAlias' }];
    const topic = { Ref: 'WarmUpTopic' };
    expect(schedules.toSorted()).toEqual([
      ['WarmUp0728', 'cron(28 7 ? * MON,TUE,WED,THU,FRI *)', zone, topic],
      ['WarmUp2358', 'cron(58 23 ? * FRI *)', zone, topic],
    ]);
    const subscribed = find(placed, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties?.Endpoint);
    expect(subscribed).toEqual(expect.arrayContaining([bar, pie]));
    const { BarWarmUpPermission, WarmUp0728, WarmUpRole } = placed.template.Resources;
    expect(BarWarmUpPermission?.Properties).toMatchObject({ FunctionName: bar, SourceArn: topic });
    expect(WarmUp0728?.DependsOn).toEqual(expect.arrayContaining(['BarWarmUpPermission', 'PieWarmUpPermission']));
    expect(fields(fields(WarmUpRole?.Properties?.Policies)[0]).PolicyDocument).toMatchObject({
      Statement: [{ Resource: [topic] }],
    });
    expect(countOf(demo, 'AWS::Scheduler::Schedule')).toBe(0);
  });

  test('the template follows the bucket, memory, timeout, concurrency, throttle and budget of dashboard.yml', () => {
    expect(countOf(named, 'AWS::S3::Bucket')).toBe(0);
    expect(countOf(named, 'AWS::RDS::DBCluster')).toBe(0);
    expect(named.template.Resources.PieLambdaFunction?.Properties).toMatchObject({
      MemorySize: 512,
      Timeout: 20,
      ReservedConcurrentExecutions: 7,
    });
    expect(onePie.template.Resources.PieLambdaFunction?.Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    const { Budget, AlarmSubscription, HttpApiStage } = named.template.Resources;
    expect(HttpApiStage?.Properties?.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 5, ThrottlingBurstLimit: 9 });
    expect(Budget?.Properties?.Budget).toMatchObject({
      BudgetName: 'wallfeed-ops-room-dev-ap-southeast-1',
      BudgetLimit: { Amount: 20.5, Unit: 'USD' },
      FilterExpression: {
        And: [{ Tags: { Key: 'dashboard', Values: ['ops-room'] } }, { Tags: { Key: 'stage', Values: ['dev'] } }],
      },
    });
    expect(AlarmSubscription?.Properties).toMatchObject({ Endpoint: 'ops@example.com' });
  });
});
