import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { allow, type Permission } from '../dashboard/kinds/permission.ts';
import { WEBHOOK } from '../program/program-files.ts';
import { functionRole, roleReference } from './permissions.ts';
import { artefactName, logicalName, type Resource, type Tag } from './template/template.ts';
import { alarm, PERIOD_SECONDS } from './watching/alarms.ts';

const MEMORY_MB = 128;
const TIMEOUT_SECONDS = 60;

const FUNCTION_ARN = { 'Fn::GetAtt': [`${logicalName(WEBHOOK)}LambdaFunction`, 'Arn'] };
const TOPIC_ARN = { Ref: 'AlarmTopic' };

/** True if a stack has the function of a webhook. The local stack has no alarms. */
export const hasWebhook = ({ alarms, watch }: Pick<LoadedDashboard, 'alarms' | 'watch'>, stage: string): boolean =>
  alarms?.webhook !== undefined && watch !== 'none' && stage !== 'local';

type Settings = Pick<LoadedDashboard, 'name' | 'alarms' | 'language' | 'roles' | 'key'>;

export const webhookFunction = ({ name, alarms, language = 'en', roles }: Settings, stage: string) => ({
  handler: 'index.handler',
  role: roleReference(WEBHOOK, roles),
  memorySize: MEMORY_MB,
  timeout: TIMEOUT_SECONDS,
  package: { artifact: artefactName(WEBHOOK) },
  environment: {
    WALLFEED_DASHBOARD: name,
    WALLFEED_STAGE: stage,
    WALLFEED_LANGUAGE: language,
    WALLFEED_WEBHOOK: alarms?.webhook?.place ?? '',
    WALLFEED_WEBHOOK_FORM: alarms?.webhook?.form ?? '',
  },
  events: [],
});

const permissionsOf = ({ alarms, key }: Settings): readonly Permission[] => [
  ...allow(
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
    [{ 'Fn::GetAtt': [`${logicalName(WEBHOOK)}LogGroup`, 'Arn'] }],
  ),
  ...allow(
    ['ssm:GetParameter'],
    [
      {
        'Fn::Sub': `arn:\${AWS::Partition}:ssm:\${AWS::Region}:\${AWS::AccountId}:parameter/${alarms?.webhook?.place.replace(/^\//, '')}`,
      },
    ],
  ),
  ...(key === undefined ? [] : allow(['kms:Decrypt'], [key].flat())),
];

/** Creates the role of the function, its subscription to the topic of alarms, and the alarm on its failures. */
export const webhookResources = (
  dashboard: Settings,
  names: { readonly stack: string; readonly function: string },
  tags: readonly Tag[],
): Readonly<Record<string, Resource>> => ({
  ...functionRole(WEBHOOK, permissionsOf(dashboard), tags, dashboard.roles),
  WebhookSubscription: {
    Type: 'AWS::SNS::Subscription',
    Properties: { TopicArn: TOPIC_ARN, Protocol: 'lambda', Endpoint: FUNCTION_ARN },
  },
  WebhookPermission: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: FUNCTION_ARN,
      Principal: 'sns.amazonaws.com',
      SourceArn: TOPIC_ARN,
    },
  },
  WebhookErrorsAlarm: alarm(tags, {
    AlarmName: `${names.stack}-webhook`,
    AlarmDescription: 'The webhook has not accepted a message. The log of its function says why',
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: names.function }],
    Statistic: 'Sum',
    Period: PERIOD_SECONDS,
    Threshold: 0,
    EvaluationPeriods: 1,
  }),
});
