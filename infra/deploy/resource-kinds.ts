/** The plain name of a resource type. */
export interface ResourceKind {
  readonly noun: string;
  /** True if the resource only serves another resource of the stack. A diff counts such resources without their names. */
  readonly isPart: boolean;
}

const main = (noun: string): ResourceKind => ({ noun, isPart: false });
const part = (noun: string): ResourceKind => ({ noun, isPart: true });

const KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGatewayV2::Api': main('HTTP API'),
  'AWS::ApiGatewayV2::ApiMapping': part('domain mapping'),
  'AWS::ApiGatewayV2::DomainName': main('domain'),
  'AWS::ApiGatewayV2::Integration': part('integration'),
  'AWS::ApiGatewayV2::Route': main('route'),
  'AWS::ApiGatewayV2::Stage': main('stage of the HTTP API'),
  'AWS::Athena::WorkGroup': main('workgroup'),
  'AWS::Budgets::Budget': main('budget'),
  'AWS::CloudWatch::Alarm': part('alarm'),
  'AWS::CloudWatch::Dashboard': part('CloudWatch dashboard'),
  'AWS::DynamoDB::Table': main('shared cache'),
  'AWS::EC2::SecurityGroup': part('security group'),
  'AWS::EC2::Subnet': part('subnet'),
  'AWS::EC2::VPC': part('network'),
  'AWS::IAM::Role': part('role'),
  'AWS::Lambda::Alias': part('function alias'),
  'AWS::Lambda::Function': main('function'),
  'AWS::Lambda::Permission': part('permission to invoke'),
  'AWS::Lambda::Version': part('function version'),
  'AWS::Logs::LogGroup': part('log group'),
  'AWS::Logs::MetricFilter': part('metric filter'),
  'AWS::RDS::DBCluster': main('database'),
  'AWS::RDS::DBInstance': part('database instance'),
  'AWS::RDS::DBSubnetGroup': part('subnet group'),
  'AWS::Route53::RecordSet': part('DNS record'),
  'AWS::S3::Bucket': main('bucket'),
  'AWS::S3::BucketPolicy': part('bucket policy'),
  'AWS::SNS::Subscription': part('alarm subscription'),
  'AWS::SNS::Topic': part('alarm topic'),
  'AWS::SNS::TopicPolicy': part('topic policy'),
  'AWS::Scheduler::Schedule': main('schedule'),
  'AWS::SecretsManager::Secret': part('secret'),
};

/** Returns the plain name of a resource type; unknown types keep AWS's name. */
export const kindOf = (type: string): ResourceKind => KINDS[type] ?? main(type);

const PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api CorsConfiguration': 'CORS',
  'AWS::ApiGatewayV2::Stage AccessLogSettings': 'access log',
  'AWS::ApiGatewayV2::Stage DefaultRouteSettings': 'throttling',
  'AWS::Athena::WorkGroup WorkGroupConfiguration': 'limit of scanned bytes and results',
  'AWS::IAM::Role Policies': 'permissions',
  'AWS::Lambda::Alias FunctionVersion': 'version',
  'AWS::Lambda::Function Environment': 'variables',
  'AWS::Lambda::Function MemorySize': 'memory',
  'AWS::Lambda::Function Timeout': 'timeout',
  'AWS::RDS::DBCluster EngineVersion': 'engine version',
  'AWS::RDS::DBCluster DeletionProtection': 'deletion protection',
};

/** Returns the plain name of a property. */
export const propertyName = (type: string, property: string): string =>
  PROPERTIES[`${type} ${property}`] ?? property.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
