import { add, type Mutation, remove, set } from './mutate.ts';

const BUCKET = 'DataBucket.Properties';
const BUCKET_POLICY = 'DataBucketPolicy.Properties.PolicyDocument.Statement';
const FUNCTION = 'PieLambdaFunction.Properties';
const STAGE = 'HttpApiStage.Properties';
const COMPLETE_FORMAT =
  '"$context.requestId""$context.identity.sourceIp""$context.routeKey""$context.integrationErrorMessage""$context.status"';
const DATABASE = 'Database.Properties';
const TABLE = 'AnswersTable.Properties';

const OWNER_SECRET = { 'Fn::GetAtt': ['Database', 'MasterUserSecret.SecretArn'] };

const grant = (statement: object): Mutation =>
  add('PieRole.Properties.Policies.0.PolicyDocument.Statement', { Effect: 'Allow', ...statement });

/** At least one for each rule, in a stack with all features and a function for the family pie. */
export const ruleMutations: Readonly<Record<string, readonly Mutation[]>> = {
  'buckets are encrypted': [remove(`${BUCKET}.BucketEncryption`)],
  'buckets are private': [
    remove(`${BUCKET}.PublicAccessBlockConfiguration`),
    set(`${BUCKET}.PublicAccessBlockConfiguration.BlockPublicPolicy`, false),
    set(`${BUCKET}.AccessControl`, 'PublicRead'),
  ],
  'buckets are versioned': [set(`${BUCKET}.VersioningConfiguration.Status`, 'Suspended')],
  'buckets delete old versions': [remove(`${BUCKET}.LifecycleConfiguration`)],
  'buckets accept only TLS': [
    remove('DataBucketPolicy'),
    set(`${BUCKET_POLICY}.0.Effect`, 'Allow'),
    remove(`${BUCKET_POLICY}.0.Condition`),
  ],
  'buckets of data outlive the stack, unless its creation failed': [
    set('DataBucket.DeletionPolicy', 'Retain'),
    set('DataBucket.DeletionPolicy', 'Delete'),
    remove('DataBucket.UpdateReplacePolicy'),
  ],
  'log groups expire after 14 days': [
    remove('PieLogGroup.Properties.RetentionInDays'),
    set('HttpApiLogGroup.Properties.RetentionInDays', 3653),
  ],
  'functions run on arm64': [remove(`${FUNCTION}.Architectures`)],
  'functions run Node 24': [set(`${FUNCTION}.Runtime`, 'nodejs22.x')],
  'functions time out before the gateway does': [set(`${FUNCTION}.Timeout`, 30), remove(`${FUNCTION}.Timeout`)],
  'functions have a role of their own': [set(`${FUNCTION}.Role`, { 'Fn::GetAtt': ['BarRole', 'Arn'] })],
  'functions have a log group of the stack': [remove('PieLogGroup')],
  'the stage throttles': [
    remove(`${STAGE}.DefaultRouteSettings`),
    remove(`${STAGE}.DefaultRouteSettings.ThrottlingBurstLimit`),
  ],
  'the stage logs': [
    remove(`${STAGE}.AccessLogSettings`),
    set(`${STAGE}.AccessLogSettings.Format`, '{"id":"$context.requestId","status":"$context.status"}'),
    set(`${STAGE}.AccessLogSettings.Format`, `${COMPLETE_FORMAT}${' '.repeat(3072)}`),
  ],
  'routes accept only POST': [set('HttpApiRoutePostPieEndpointVar.Properties.RouteKey', '$default')],
  'routes have keys that API Gateway accepts': [
    set('HttpApiRoutePostPieEndpointVar.Properties.RouteKey', 'POST /pie/{endpoint}/'),
    set('HttpApiRoutePostPieEndpointVar.Properties.RouteKey', 'POST /bar/{endpoint}'),
  ],
  'domains require at least TLS 1.2': [
    set('ApiDomain.Properties.DomainNameConfigurations.0.SecurityPolicy', 'TLS_1_0'),
    remove('ApiDomain.Properties.DomainNameConfigurations.0.SecurityPolicy'),
  ],
  'custom domains lead to the API, whose own address is open or closed as the outputs say': [
    remove('ApiMapping'),
    set('HttpApi.Properties.DisableExecuteApiEndpoint', true),
  ],
  'databases are encrypted': [remove(`${DATABASE}.StorageEncrypted`), set(`${DATABASE}.SnapshotIdentifier`, 'last')],
  'databases have an owner, or the snapshot’s owner if they are restored': [
    remove(`${DATABASE}.MasterUsername`),
    set(`${DATABASE}.SnapshotIdentifier`, 'last'),
  ],
  'databases pause': [
    set(`${DATABASE}.ServerlessV2ScalingConfiguration.MinCapacity`, 0.5),
    remove(`${DATABASE}.ServerlessV2ScalingConfiguration.SecondsUntilAutoPause`),
  ],
  'databases run the tested version, or the configured one': [
    set(`${DATABASE}.EngineVersion`, '17.4'),
    remove(`${DATABASE}.EngineVersion`),
  ],
  'databases are upgraded only by deployments': [remove('DatabaseWriter.Properties.AutoMinorVersionUpgrade')],
  'databases have each subnet in a different Availability Zone': [
    remove('DatabaseSubnets.Properties.SubnetIds.2'),
    set('DatabaseSubnetC.Properties.AvailabilityZone', { 'Fn::Select': [1, { 'Fn::GetAZs': '' }] }),
  ],
  'databases have the Data API and a managed secret': [
    remove(`${DATABASE}.EnableHttpEndpoint`),
    remove(`${DATABASE}.ManageMasterUserPassword`),
    set(`${DATABASE}.MasterUserPassword`, 'secret'),
  ],
  'databases are not lost with the stack': [remove('Database.DeletionPolicy')],
  'databases are not protected by the template, because a rollback could not delete them': [
    set(`${DATABASE}.DeletionProtection`, true),
  ],
  'databases are not in a public network': [remove('DatabaseWriter.Properties.PubliclyAccessible')],
  'tables are billed by request': [
    remove(`${TABLE}.BillingMode`),
    set(`${TABLE}.ProvisionedThroughput`, { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }),
  ],
  'tables expire their items': [
    remove(`${TABLE}.TimeToLiveSpecification`),
    set(`${TABLE}.TimeToLiveSpecification.AttributeName`, 'until'),
  ],
  'tables are encrypted with the key that AWS owns': [set(`${TABLE}.SSESpecification`, { SSEEnabled: true })],
  'security groups allow no incoming traffic': [
    set('DatabaseAccess.Properties.SecurityGroupIngress', [{ IpProtocol: '-1', CidrIp: '0.0.0.0/0' }]),
  ],
  'secrets are generated': [
    set('ReaderSecret.Properties.SecretString', '{"password":"x"}'),
    remove('ReaderSecret.Properties.GenerateSecretString'),
  ],
  'functions do not have the role that owns the database': [
    grant({ Action: 'secretsmanager:GetSecretValue', Resource: OWNER_SECRET }),
    set(`${FUNCTION}.Environment.Variables.WALLFEED_SECRET_ARN`, OWNER_SECRET),
  ],
  'policies fit into a role': [
    grant({ Action: 's3:GetObject', Resource: Array.from({ length: 500 }, (_, n) => `arn:aws:s3:::bucket/${n}`) }),
  ],
  'no policy allows actions by a wildcard': [
    grant({ Action: '*', Resource: 'arn:aws:s3:::a/b' }),
    grant({ Action: ['s3:GetObject', 's3:Get*'], Resource: 'arn:aws:s3:::a/b' }),
    set('AlarmTopicPolicy.Properties.PolicyDocument.Statement.0.Action', 'sns:*'),
  ],
  'no policy allows actions on all resources': [
    grant({ Action: 's3:GetObject', Resource: '*' }),
    grant({ Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*/a.csv'] }),
    grant({ Action: ['lakeformation:GetDataAccess', 'glue:GetTable'], Resource: ['*'] }),
  ],
  'only services may assume roles': [
    add(BUCKET_POLICY, { Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }),
    set('PieRole.Properties.AssumeRolePolicyDocument.Statement.0.Principal', { AWS: '*' }),
  ],
  'traffic and refusals beyond those of the wall raise an alarm': [
    remove('TrafficAlarm'),
    remove('RefusalsAlarm'),
    set('TrafficAlarm.Properties.Dimensions', []),
  ],
  'each address is subscribed once': [set('AlarmSubscription2.Properties.Endpoint', 'wall@example.com')],
  'every function raises an alarm if it is slow, and with full monitoring also if it crashes': [
    remove('PieErrorsAlarm'),
    remove('PieThrottlesAlarm'),
    set('PieDurationAlarm.Properties.Threshold', 9999),
  ],
  'repeated failures raise an alarm': [
    remove('AnswersAlarm'),
    set('AnswersAlarm.Properties.Threshold', 0.05),
    set('AnswersAlarm.Properties.DatapointsToAlarm', 6),
  ],
  'names that are global to an account contain the region': [
    set('MetricsPage.Properties.DashboardName', 'wallfeed-demo-dev'),
    set('Budget.Properties.Budget.BudgetName', 'wallfeed-demo-dev'),
  ],
  'alarms have a recipient': [remove('PieErrorsAlarm.Properties.AlarmActions')],
};

const WORKGROUP = 'Workgroup.Properties';

/** Need a stack with a workgroup. */
export const lakeMutations: Readonly<Record<string, readonly Mutation[]>> = {
  'workgroups limit the scanned bytes of a query, and no caller can lift the limit': [
    remove(`${WORKGROUP}.WorkGroupConfiguration.BytesScannedCutoffPerQuery`),
    set(`${WORKGROUP}.WorkGroupConfiguration.BytesScannedCutoffPerQuery`, 1000),
    set(`${WORKGROUP}.WorkGroupConfiguration.EnforceWorkGroupConfiguration`, false),
  ],
  'workgroups keep results where they expire': [
    remove(`${WORKGROUP}.WorkGroupConfiguration.ManagedQueryResultsConfiguration`),
    set(`${WORKGROUP}.WorkGroupConfiguration.ResultConfiguration`, { OutputLocation: 's3://bucket/results/' }),
  ],
  'workgroups are removed with the stack, with their history of queries': [
    remove(`${WORKGROUP}.RecursiveDeleteOption`),
  ],
};

const SCHEDULE = 'WarmUp0728.Properties';
const WARM_UP_POLICY = 'WarmUpRole.Properties.Policies.0.PolicyDocument.Statement';

/** Need a stack with opening hours. */
export const warmUpMutations: Readonly<Record<string, readonly Mutation[]>> = {
  'schedules run at their minute in a time zone, and are retried': [
    set(`${SCHEDULE}.ScheduleExpression`, 'rate(5 minutes)'),
    remove(`${SCHEDULE}.ScheduleExpressionTimezone`),
    set(`${SCHEDULE}.FlexibleTimeWindow`, { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 }),
    remove(`${SCHEDULE}.Target.RetryPolicy`),
  ],
  'schedules send the warm-up event, with a role that may publish only to their topic': [
    remove(`${SCHEDULE}.Target.Input`),
    set(`${WARM_UP_POLICY}.0.Resource`, []),
    set(`${WARM_UP_POLICY}.0.Action`, ['sns:Publish', 'lambda:UpdateFunctionCode']),
    remove('WarmUpRole'),
  ],
  'only schedules of the stack may assume their role': [
    remove('WarmUpRole.Properties.AssumeRolePolicyDocument.Statement.0.Condition'),
  ],
};
