import { type CloudFormationClient, type OperationEvent, paginateDescribeEvents } from '@aws-sdk/client-cloudformation';
import { explainError } from './call-service.ts';

const REMOVALS: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::DomainName': 'apigatewayv2 delete-domain-name --domain-name',
  'AWS::Athena::WorkGroup': 'athena delete-work-group --recursive-delete-option --work-group',
  'AWS::Budgets::Budget': 'budgets delete-budget --account-id <account> --budget-name',
  'AWS::CloudWatch::Alarm': 'cloudwatch delete-alarms --alarm-names',
  'AWS::CloudWatch::Dashboard': 'cloudwatch delete-dashboards --dashboard-names',
  'AWS::Lambda::Function': 'lambda delete-function --function-name',
  'AWS::Logs::LogGroup': 'logs delete-log-group --log-group-name',
};

const NAME_CONFLICT = 'NAME_CONFLICT_VALIDATION';

const nameIn = ({ PhysicalResourceId = '', ValidationStatusReason = '' }: OperationEvent): string =>
  PhysicalResourceId || (/identifier '([^']+)'/.exec(ValidationStatusReason)?.[1] ?? '');

const remedyFor = (event: OperationEvent, region: string): string => {
  const { ValidationName, ResourceType = '' } = event;
  if (ValidationName !== NAME_CONFLICT) return '';
  const removal = REMOVALS[ResourceType];
  const name = nameIn(event);
  const command = removal && name !== '' ? `: aws ${removal} '${name}' --region ${region}` : '';
  const other = ResourceType === 'AWS::ApiGatewayV2::DomainName' ? 'domain name' : 'dashboard name or stage';
  return `. If nothing needs it, remove it${command}. Otherwise choose another ${other}`;
};

/**
 * Returns the property to which a path such as `/Resources/Pie/Properties/Code/S3Key` leads; empty for a whole
 * resource.
 */
const propertyOf = ({ ValidationPath = '' }: OperationEvent): string => {
  const [, path] = /\/Properties\/(.+)$/.exec(ValidationPath) ?? [];
  return path === undefined ? '' : `, ${path.replaceAll('/', '.')}`;
};

const lineFor = (event: OperationEvent, region: string): string => {
  const { LogicalResourceId: id = '', ResourceType: type = '', ValidationStatusReason: reason = '' } = event;
  const text = reason.replace(/\s+/g, ' ').replace(/[.\s]+$/, '');
  return `  ${id} (${type})${propertyOf(event)}: ${text}${remedyFor(event, region)}`;
};

const blocks = ({ EventType, ValidationFailureMode }: OperationEvent): boolean =>
  EventType === 'VALIDATION_ERROR' && ValidationFailureMode !== 'WARN';

export interface RefusedChanges {
  /** The ARN of the change set. CloudFormation does not find the events by the name alone. */
  readonly arn: string;
  /** May only say that a check failed. */
  readonly reason: string;
  readonly region: string;
}

/** Reads the events of CloudFormation's checks, which exist only until the change set is deleted. */
export const explainRefusedChanges = async (
  client: CloudFormationClient,
  { arn, reason, region }: RefusedChanges,
): Promise<string> => {
  const refusal = `CloudFormation refuses the changes: ${reason}`;
  try {
    const input = { ChangeSetName: arn, Filters: { FailedEvents: true } };
    const pages = await Array.fromAsync(paginateDescribeEvents({ client }, input));
    const events = pages.flatMap(({ OperationEvents = [] }) => OperationEvents).filter(blocks);
    const lines = [...new Set(events.map((event) => lineFor(event, region)))];
    return lines.length === 0 ? refusal : ['CloudFormation refuses the changes:', ...lines].join('\n');
  } catch (error) {
    return `${refusal}. ${explainError('reading the events that say why', error)}`;
  }
};
