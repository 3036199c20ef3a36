import type { Permission } from '../../../infra/dashboard/kinds/permission.ts';
import { LAMBDA_RUNTIME } from '../../../infra/program/lambda-runtime.ts';
import { MAX_ACCESS_LOG_BYTES, routeRefusals } from '../../../infra/stack/http-api.ts';
import { policySize } from '../../../infra/stack/permissions.ts';
import { resourcesOf, type Template } from '../../../infra/stack/template/template.ts';
import { breaking, dataRules, type Rule } from './data-rules.ts';
import {
  type Fields,
  fields,
  hasWildcard,
  isEverything,
  type Statement,
  statementsIn,
  statementsOf,
} from './statements.ts';

/** In addition to those of the response: the client, the route, and the reason why no function responded. */
const LOGGED = ['requestId', 'identity.sourceIp', 'routeKey', 'integrationErrorMessage', 'status'];

const RETENTION_DAYS = 14;
const GATEWAY_SECONDS = 30;

const alarmsOf = (template: Template): readonly Fields[] =>
  resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => fields(Properties));

const isRegional = (name: unknown): boolean => /-[a-z]{2,3}(-[a-z]+)+-\d$/.test(String(name));

/** True for the one action that cannot name a resource. Lake Formation decides which tables the role may read. */
const isForLakeFormation = ({ Action }: Statement): boolean => String(Action) === 'lakeformation:GetDataAccess';

export const rules: Readonly<Record<string, Rule>> = {
  ...dataRules,
  'log groups expire after 14 days': breaking(
    'AWS::Logs::LogGroup',
    (group) => group.RetentionInDays === RETENTION_DAYS,
  ),
  'functions run on arm64': breaking('AWS::Lambda::Function', ({ Architectures }) => String(Architectures) === 'arm64'),
  'functions run Node 24': breaking('AWS::Lambda::Function', ({ Runtime }) => Runtime === LAMBDA_RUNTIME),
  'functions time out before the gateway does': breaking(
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
  'routes accept only POST': breaking('AWS::ApiGatewayV2::Route', ({ RouteKey }) =>
    String(RouteKey).startsWith('POST /'),
  ),
  'routes have keys that API Gateway accepts': (template) =>
    routeRefusals(
      resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => String(Properties?.RouteKey)),
    ),
  'domains require at least TLS 1.2': breaking('AWS::ApiGatewayV2::DomainName', ({ DomainNameConfigurations }) =>
    [DomainNameConfigurations].flat().every((one) => fields(one).SecurityPolicy === 'TLS_1_2'),
  ),
  'custom domains lead to the API, whose own address is open or closed as the outputs say': (template) => {
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
    const saysClosed = JSON.stringify(template.Outputs?.DefaultUrl ?? '').includes('closed');
    return domains.filter((domain) => !isMapped(domain) || isDisabled !== saysClosed);
  },
  'security groups allow no incoming traffic': breaking(
    'AWS::EC2::SecurityGroup',
    ({ SecurityGroupIngress }) => SecurityGroupIngress === undefined,
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
  'no policy allows actions by a wildcard': ({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) =>
        statementsIn(resource).some((statement) => statement.Effect === 'Allow' && hasWildcard(statement)),
      )
      .map(([name]) => name),
  'no policy allows actions on all resources': ({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) =>
        statementsIn(resource).some(
          (statement) =>
            statement.Effect === 'Allow' &&
            !isForLakeFormation(statement) &&
            [statement.Resource].flat().some(isEverything),
        ),
      )
      .map(([name]) => name),
  'only services may assume roles': ({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) =>
        statementsIn(resource).some(
          ({ Effect, Principal }) => Effect === 'Allow' && Principal !== undefined && !fields(Principal).Service,
        ),
      )
      .map(([name]) => name),
  'every function raises an alarm if it is slow, and with full monitoring also if it crashes': breaking(
    'AWS::Lambda::Function',
    ({ FunctionName, Timeout }, template) => {
      const alarms = alarmsOf(template);
      const own = alarms.filter(({ Dimensions }) => JSON.stringify(Dimensions ?? []).includes(`"${FunctionName}"`));
      const shared = alarms.filter(({ Namespace }) => Namespace === 'Wallfeed');
      const isSlow = ({ MetricName, ExtendedStatistic, Threshold }: Fields): boolean =>
        /^duration$/i.test(String(MetricName)) && ExtendedStatistic === 'p99' && Threshold === 800 * Number(Timeout);
      const counted = own.map(({ MetricName }) => MetricName);
      const isCounted = ['Errors', 'Throttles'].every((name) => counted.includes(name));
      return own.length > 0 ? isCounted && own.some(isSlow) : shared.some(isSlow);
    },
  ),
  'traffic and refusals beyond those of the wall raise an alarm': (template) => {
    const isOfApi = ({ Namespace, Dimensions, Statistic, Threshold }: Fields): boolean =>
      `${Namespace} ${Statistic}` === 'AWS/ApiGateway Sum' &&
      JSON.stringify(Dimensions) === '[{"Name":"ApiId","Value":{"Ref":"HttpApi"}}]' &&
      Number(Threshold) > 0;
    const counted = alarmsOf(template).filter(isOfApi);
    return ['Count', '4xx'].filter((name) => !counted.some(({ MetricName }) => MetricName === name));
  },
  'each address is subscribed once': (template) => {
    const addresses = resourcesOf(template, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties?.Endpoint);
    return new Set(addresses).size === addresses.length ? [] : addresses.map(String);
  },
  'repeated failures raise an alarm': (template) => {
    const raises = ({ Namespace, MetricName, Dimensions, Statistic, Threshold, DatapointsToAlarm }: Fields): boolean =>
      `${Namespace} ${MetricName} ${Statistic}` === 'AWS/ApiGateway 5xx Sum' &&
      JSON.stringify(Dimensions) === '[{"Name":"ApiId","Value":{"Ref":"HttpApi"}}]' &&
      Threshold === 0 &&
      Number(DatapointsToAlarm) <= 3;
    const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm');
    return alarms.some(([, { Properties }]) => raises(fields(Properties))) ? [] : ['HttpApi'];
  },
  'schedules run at their minute in a time zone, and are retried': breaking(
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
  'schedules send the warm-up event, with a role that may publish only to their topic': breaking(
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
        granted.every(({ Action }) => String(Action) === 'sns:Publish') &&
        invoked.includes(JSON.stringify(Arn))
      );
    },
  ),
  'only schedules of the stack may assume their role': breaking('AWS::IAM::Role', ({ AssumeRolePolicyDocument }) =>
    statementsOf(AssumeRolePolicyDocument)
      .filter(({ Principal }) => fields(Principal).Service === 'scheduler.amazonaws.com')
      .every(({ Condition }) => {
        const equal = fields(fields(Condition).StringEquals);
        return equal['aws:SourceArn'] !== undefined && equal['aws:SourceAccount'] !== undefined;
      }),
  ),
  'names that are global to an account contain the region': (template) => [
    ...breaking('AWS::CloudWatch::Dashboard', ({ DashboardName }) => isRegional(DashboardName))(template),
    ...breaking('AWS::Budgets::Budget', ({ Budget }) => isRegional(fields(Budget).BudgetName))(template),
  ],
  'alarms have a recipient': breaking(
    'AWS::CloudWatch::Alarm',
    ({ AlarmActions }) => Array.isArray(AlarmActions) && AlarmActions.length > 0,
  ),
};

export const breaches = (template: Template): readonly string[] =>
  Object.entries(rules).flatMap(([rule, find]) => find(template).map((name) => `${rule}: ${name}`));
