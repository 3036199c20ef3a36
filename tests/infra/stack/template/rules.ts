import { MAX_ACCESS_LOG_BYTES, routeRefusals } from '../../../../infra/stack/http-api.ts';
import type { Permission } from '../../../../infra/stack/permission.ts';
import { policySize } from '../../../../infra/stack/policy-size.ts';
import type { Resource, Template } from '../../../../infra/stack/template.ts';
import { resourcesOf } from '../../../../infra/stack/template.ts';
import {
  type Fields,
  fields,
  hasWildcard,
  isEverything,
  isTlsOnly,
  type Statement,
  statementsIn,
  statementsOf,
} from './statements.ts';

/** The names of the resources that break a rule; none when it is kept. */
type Rule = (template: Template) => readonly string[];

const breaking =
  (type: string, keeps: (properties: Fields, template: Template, name: string, resource: Resource) => boolean): Rule =>
  (template) => {
    const resources = resourcesOf(template, type);
    const broken = resources.filter(
      ([name, resource]) => !keeps(fields(resource.Properties), template, name, resource),
    );
    return broken.map(([name]) => name);
  };

const policyOf = (template: Template, bucket: string): readonly Statement[] =>
  resourcesOf(template, 'AWS::S3::BucketPolicy')
    .filter(([, { Properties }]) => fields(Properties?.Bucket).Ref === bucket)
    .flatMap(([, { Properties }]) => statementsOf(Properties?.PolicyDocument));

const BLOCKS = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];

const isPrivate = ({ PublicAccessBlockConfiguration, AccessControl, WebsiteConfiguration }: Fields): boolean =>
  BLOCKS.every((name) => fields(PublicAccessBlockConfiguration)[name] === true) &&
  !AccessControl &&
  !WebsiteConfiguration;

const isEncrypted = ({ BucketEncryption }: Fields): boolean =>
  /AES256|aws:kms/.test(JSON.stringify(fields(BucketEncryption).ServerSideEncryptionConfiguration ?? ''));

/** What a line of the access log says, besides the answer: who asked, for which route, and why no function answered. */
const LOGGED = ['requestId', 'identity.sourceIp', 'routeKey', 'integrationErrorMessage', 'status'];

const RETENTION_DAYS = 14;
const GATEWAY_SECONDS = 30;

const alarmsOf = (template: Template): readonly Fields[] =>
  resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => fields(Properties));

const isRegional = (name: unknown): boolean => /-[a-z]{2,3}(-[a-z]+)+-\d$/.test(String(name));

const scalingOf = ({ ServerlessV2ScalingConfiguration }: Fields): Fields => fields(ServerlessV2ScalingConfiguration);

/** What holds for every stack, whatever its dashboard. */
export const rules: Readonly<Record<string, Rule>> = {
  'buckets are encrypted': breaking('AWS::S3::Bucket', isEncrypted),
  'buckets are private': breaking('AWS::S3::Bucket', isPrivate),
  'buckets are versioned': breaking(
    'AWS::S3::Bucket',
    (bucket) => fields(bucket.VersioningConfiguration).Status === 'Enabled',
  ),
  'buckets forget what was replaced': breaking('AWS::S3::Bucket', (bucket) =>
    JSON.stringify(bucket.LifecycleConfiguration ?? '').includes('NoncurrentVersionExpiration'),
  ),
  'buckets speak TLS only': breaking('AWS::S3::Bucket', (_, template, name) =>
    policyOf(template, name).some(isTlsOnly),
  ),
  'buckets of data outlive the stack, unless its creation failed': (template) =>
    resourcesOf(template, 'AWS::S3::Bucket')
      .filter(([name]) => name !== 'ServerlessDeploymentBucket')
      .filter(
        ([, { DeletionPolicy, UpdateReplacePolicy }]) =>
          DeletionPolicy !== 'RetainExceptOnCreate' || UpdateReplacePolicy !== 'Retain',
      )
      .map(([name]) => name),
  'log groups forget after 14 days': breaking(
    'AWS::Logs::LogGroup',
    (group) => group.RetentionInDays === RETENTION_DAYS,
  ),
  'functions run on arm64': breaking('AWS::Lambda::Function', ({ Architectures }) => String(Architectures) === 'arm64'),
  'functions run Node 24': breaking('AWS::Lambda::Function', ({ Runtime }) => Runtime === 'nodejs24.x'),
  'functions give up before the gateway does': breaking(
    'AWS::Lambda::Function',
    ({ Timeout }) => Number(Timeout) > 0 && Number(Timeout) < GATEWAY_SECONDS,
  ),
  'functions have a role of their own': breaking('AWS::Lambda::Function', ({ Role }, template, name) =>
    resourcesOf(template, 'AWS::Lambda::Function').every(
      ([other, { Properties }]) => other === name || JSON.stringify(Properties?.Role) !== JSON.stringify(Role),
    ),
  ),
  'functions have a log group of the stack': breaking('AWS::Lambda::Function', ({ FunctionName }, template) =>
    resourcesOf(template, 'AWS::Logs::LogGroup').some(
      ([, { Properties }]) => Properties?.LogGroupName === `/aws/lambda/${FunctionName}`,
    ),
  ),
  'the stage throttles': breaking('AWS::ApiGatewayV2::Stage', ({ DefaultRouteSettings }) => {
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = fields(DefaultRouteSettings);
    return Number(rate) > 0 && Number(burst) > 0;
  }),
  'the stage logs': breaking('AWS::ApiGatewayV2::Stage', ({ AccessLogSettings }) => {
    const { DestinationArn, Format } = fields(AccessLogSettings);
    return (
      DestinationArn !== undefined &&
      String(Format).length <= MAX_ACCESS_LOG_BYTES &&
      LOGGED.every((name) => String(Format).includes(`$context.${name}"`))
    );
  }),
  'routes take POST alone': breaking('AWS::ApiGatewayV2::Route', ({ RouteKey }) =>
    String(RouteKey).startsWith('POST /'),
  ),
  'routes have keys that API Gateway takes': (template) =>
    routeRefusals(
      resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => String(Properties?.RouteKey)),
    ),
  'domains take TLS 1.2 at least': breaking('AWS::ApiGatewayV2::DomainName', ({ DomainNameConfigurations }) =>
    [DomainNameConfigurations].flat().every((one) => fields(one).SecurityPolicy === 'TLS_1_2'),
  ),
  'domains lead to the API, and nothing else does': (template) => {
    const domains = resourcesOf(template, 'AWS::ApiGatewayV2::DomainName').map(([name]) => name);
    const mappings = resourcesOf(template, 'AWS::ApiGatewayV2::ApiMapping').map(([, { Properties }]) => Properties);
    const [api] = resourcesOf(template, 'AWS::ApiGatewayV2::Api');
    const isDisabled = api?.[1].Properties?.DisableExecuteApiEndpoint === true;
    const isMapped = (domain: string): boolean =>
      mappings.some(
        (mapping) =>
          JSON.stringify([mapping?.DomainName, mapping?.ApiId]) ===
          JSON.stringify([{ Ref: domain }, { Ref: api?.[0] }]),
      );
    return domains.filter((domain) => !isMapped(domain) || !isDisabled);
  },
  'databases are encrypted': breaking('AWS::RDS::DBCluster', ({ StorageEncrypted, SnapshotIdentifier }) =>
    // A restored one is encrypted as its snapshot is, and AWS takes no second word on that.
    SnapshotIdentifier === undefined ? StorageEncrypted === true : StorageEncrypted === undefined,
  ),
  'databases have an owner, of the snapshot where they are restored': breaking(
    'AWS::RDS::DBCluster',
    ({ MasterUsername, SnapshotIdentifier }) => (SnapshotIdentifier === undefined) === (MasterUsername === 'wallfeed'),
  ),
  'databases pause': breaking('AWS::RDS::DBCluster', (cluster) => {
    const { MinCapacity, SecondsUntilAutoPause } = scalingOf(cluster);
    return MinCapacity === 0 && Number(SecondsUntilAutoPause) >= 300;
  }),
  'databases run the version that was tested, or a given one': breaking('AWS::RDS::DBCluster', ({ EngineVersion }) =>
    /^(17\.7|16\.11)$/.test(String(EngineVersion)),
  ),
  'databases are upgraded by a deployment alone': breaking(
    'AWS::RDS::DBInstance',
    ({ AutoMinorVersionUpgrade }) => AutoMinorVersionUpgrade === false,
  ),
  'databases are spread over Availability Zones, each subnet in one of its own': breaking(
    'AWS::RDS::DBSubnetGroup',
    ({ SubnetIds }, { Resources }) => {
      const subnets = [SubnetIds].flat();
      const own = subnets.flatMap((subnet) => Resources[String(fields(subnet).Ref)] ?? []);
      const zones = own.map(({ Properties }) => JSON.stringify(Properties?.AvailabilityZone));
      return subnets.length >= 3 && (own.length === 0 || new Set(zones).size === subnets.length);
    },
  ),
  'databases have the Data API and a managed secret': breaking(
    'AWS::RDS::DBCluster',
    ({ EnableHttpEndpoint, ManageMasterUserPassword, MasterUserPassword }) =>
      EnableHttpEndpoint === true && ManageMasterUserPassword === true && MasterUserPassword === undefined,
  ),
  'databases are not lost with the stack': breaking('AWS::RDS::DBCluster', (_, __, ___, resource) =>
    ['Snapshot', 'Retain'].includes(String(fields(resource).DeletionPolicy)),
  ),
  'databases are protected from deletion': breaking(
    'AWS::RDS::DBCluster',
    ({ DeletionProtection }) => DeletionProtection === true,
  ),
  'databases are in no public network': breaking(
    'AWS::RDS::DBInstance',
    ({ PubliclyAccessible }) => PubliclyAccessible === false,
  ),
  'tables are paid by the request': breaking(
    'AWS::DynamoDB::Table',
    ({ BillingMode, ProvisionedThroughput }) =>
      BillingMode === 'PAY_PER_REQUEST' && ProvisionedThroughput === undefined,
  ),
  'tables forget': breaking('AWS::DynamoDB::Table', ({ TimeToLiveSpecification }) => {
    const { AttributeName, Enabled } = fields(TimeToLiveSpecification);
    return AttributeName === 'expiresAt' && Enabled === true;
  }),
  'tables are under the key that AWS owns': breaking(
    'AWS::DynamoDB::Table',
    ({ SSESpecification }) => SSESpecification === undefined,
  ),
  'security groups let nothing in': breaking(
    'AWS::EC2::SecurityGroup',
    ({ SecurityGroupIngress }) => SecurityGroupIngress === undefined,
  ),
  'secrets are generated': breaking(
    'AWS::SecretsManager::Secret',
    ({ GenerateSecretString, SecretString }) => GenerateSecretString !== undefined && SecretString === undefined,
  ),
  'functions do not have the role that owns the database': (template) =>
    ['AWS::IAM::Role', 'AWS::Lambda::Function']
      .flatMap((type) => resourcesOf(template, type))
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('MasterUserSecret'))
      .map(([name]) => name),
  'policies fit into a role': breaking('AWS::IAM::Role', (_, __, ___, resource) => {
    const own = { ...resource, Properties: { Policies: fields(resource.Properties).Policies } };
    return policySize(statementsIn(own) as readonly Permission[]) <= 10_240;
  }),
  'nothing is allowed by a wildcard': ({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) => statementsIn(resource).some((one) => one.Effect === 'Allow' && hasWildcard(one)))
      .map(([name]) => name),
  'nothing is allowed on everything': ({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) =>
        statementsIn(resource).some((one) => one.Effect === 'Allow' && [one.Resource].flat().some(isEverything)),
      )
      .map(([name]) => name),
  'nobody is allowed but services': ({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) =>
        statementsIn(resource).some(
          ({ Effect, Principal }) => Effect === 'Allow' && Principal !== undefined && !fields(Principal).Service,
        ),
      )
      .map(([name]) => name),
  'every function raises an alarm when it is slow, and in full when it crashes': breaking(
    'AWS::Lambda::Function',
    ({ FunctionName, Timeout }, template) => {
      const alarms = alarmsOf(template);
      const own = alarms.filter(({ Dimensions }) => JSON.stringify(Dimensions).includes(`"${FunctionName}"`));
      const shared = alarms.filter(({ Namespace }) => Namespace === 'Wallfeed');
      const isSlow = ({ MetricName, ExtendedStatistic, Threshold }: Fields): boolean =>
        /^duration$/i.test(String(MetricName)) && ExtendedStatistic === 'p99' && Threshold === 800 * Number(Timeout);
      const counted = own.map(({ MetricName }) => MetricName);
      const isCounted = ['Errors', 'Throttles'].every((name) => counted.includes(name));
      return own.length > 0 ? isCounted && own.some(isSlow) : shared.some(isSlow);
    },
  ),
  'traffic and refusals beyond the wall’s own raise an alarm': (template) => {
    const isOfApi = ({ Namespace, Dimensions, Statistic, Threshold }: Fields): boolean =>
      `${Namespace} ${Statistic}` === 'AWS/ApiGateway Sum' &&
      JSON.stringify(Dimensions) === '[{"Name":"ApiId","Value":{"Ref":"HttpApi"}}]' &&
      Number(Threshold) > 0;
    const counted = alarmsOf(template).filter(isOfApi);
    return ['Count', '4xx'].filter((name) => !counted.some(({ MetricName }) => MetricName === name));
  },
  'an address is subscribed once': (template) => {
    const addresses = resourcesOf(template, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties?.Endpoint);
    return new Set(addresses).size === addresses.length ? [] : addresses.map(String);
  },
  'answers that fail again and again raise an alarm': (template) => {
    const raises = ({ Namespace, MetricName, Dimensions, Statistic, Threshold, DatapointsToAlarm }: Fields): boolean =>
      `${Namespace} ${MetricName} ${Statistic}` === 'AWS/ApiGateway 5xx Sum' &&
      JSON.stringify(Dimensions) === '[{"Name":"ApiId","Value":{"Ref":"HttpApi"}}]' &&
      Threshold === 0 &&
      Number(DatapointsToAlarm) <= 3;
    const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm');
    return alarms.some(([, { Properties }]) => raises(fields(Properties))) ? [] : ['HttpApi'];
  },
  'schedules run at their minute, by a time zone, and are tried again': breaking(
    'AWS::Scheduler::Schedule',
    ({ ScheduleExpression, ScheduleExpressionTimezone, FlexibleTimeWindow, Target }) => {
      const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = fields(fields(Target).RetryPolicy);
      return (
        /^cron\(\d+ \d+ \? \* (MON|TUE|WED|THU|FRI|SAT|SUN)(,[A-Z]{3})* \*\)$/.test(String(ScheduleExpression)) &&
        String(ScheduleExpressionTimezone).length > 0 &&
        ScheduleExpressionTimezone !== undefined &&
        fields(FlexibleTimeWindow).Mode === 'OFF' &&
        Number(MaximumRetryAttempts) > 0 &&
        Number(MaximumEventAgeInSeconds) <= 300
      );
    },
  ),
  'schedules send the warm-up event, by a role that may invoke just what they invoke': breaking(
    'AWS::Scheduler::Schedule',
    ({ Target }, { Resources }) => {
      const { Arn, RoleArn, Input } = fields(Target);
      const [roleId = ''] = (fields(RoleArn)['Fn::GetAtt'] ?? []) as readonly string[];
      const role = Resources[roleId];
      if (!role) return false;
      const granted = statementsIn({ ...role, Properties: { Policies: role.Properties?.Policies } });
      const invoked = granted.flatMap(({ Resource }) => [Resource].flat()).map((one) => JSON.stringify(one));
      return (
        Input === '{"wallfeed":"warm-up"}' &&
        granted.every(({ Action }) => String(Action) === 'lambda:InvokeFunction') &&
        invoked.includes(JSON.stringify(Arn))
      );
    },
  ),
  'only schedules of the stack take the role of a schedule': breaking(
    'AWS::IAM::Role',
    ({ AssumeRolePolicyDocument }) =>
      statementsOf(AssumeRolePolicyDocument)
        .filter(({ Principal }) => fields(Principal).Service === 'scheduler.amazonaws.com')
        .every(({ Condition }) => {
          const equal = fields(fields(Condition).StringEquals);
          return equal['aws:SourceArn'] !== undefined && equal['aws:SourceAccount'] !== undefined;
        }),
  ),
  'names that are global to an account say the region': (template) => [
    ...breaking('AWS::CloudWatch::Dashboard', ({ DashboardName }) => isRegional(DashboardName))(template),
    ...breaking('AWS::Budgets::Budget', ({ Budget }) => isRegional(fields(Budget).BudgetName))(template),
  ],
  'alarms tell somebody': breaking(
    'AWS::CloudWatch::Alarm',
    ({ AlarmActions }) => Array.isArray(AlarmActions) && AlarmActions.length > 0,
  ),
};

/** What breaks which rule. */
export const breaches = (template: Template): readonly string[] =>
  Object.entries(rules).flatMap(([rule, find]) => find(template).map((name) => `${rule}: ${name}`));
