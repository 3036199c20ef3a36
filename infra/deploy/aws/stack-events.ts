import { CloudFormationClient, paginateDescribeStackEvents, type StackEvent } from '@aws-sdk/client-cloudformation';
import { explained } from './explain-error.ts';

/** A resource that AWS refused to create, to change or to delete. */
export interface FailedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly reason: string;
}

/** The status of a stack when an operation begins. */
const BEGINNING = /^(CREATE|UPDATE|DELETE|IMPORT)_IN_PROGRESS$/;
/** CloudFormation's reasons for resources that it stopped because another one had failed. */
const FOLLOWING = /cancelled/i;

const isFailure = ({ ResourceStatus, ResourceStatusReason = '' }: StackEvent): boolean =>
  ResourceStatus?.endsWith('_FAILED') === true && !FOLLOWING.test(ResourceStatusReason);

const isOfStack = ({ LogicalResourceId, StackName, ResourceType }: StackEvent): boolean =>
  ResourceType === 'AWS::CloudFormation::Stack' && LogicalResourceId === StackName;

/** Returns the first resource that failed in the last operation on a stack, which caused all that followed. */
export const readFailure = (stack: {
  readonly id: string;
  readonly region: string;
}): Promise<FailedResource | undefined> =>
  explained('reading the events of the stack', async () => {
    const client = new CloudFormationClient({ region: stack.region });
    let first: StackEvent | undefined;
    try {
      for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName: stack.id })) {
        const beginning = StackEvents.findIndex(
          (event) => isOfStack(event) && BEGINNING.test(event.ResourceStatus ?? ''),
        );
        const ofOperation = beginning === -1 ? StackEvents : StackEvents.slice(0, beginning);
        first = ofOperation.findLast((event) => isFailure(event) && !isOfStack(event)) ?? first;
        if (beginning !== -1) break;
      }
    } finally {
      client.destroy();
    }
    if (!first) return undefined;
    const { LogicalResourceId: logicalId = '', ResourceType: type = '', ResourceStatusReason: reason = '' } = first;
    return { logicalId, type, reason };
  });

/** Describes a failure as the end of a sentence: which resource failed, and why. */
export const describeFailure = (failure: FailedResource | undefined): string => {
  if (!failure) return 'CloudFormation gives no reason';
  const { logicalId, type, reason } = failure;
  return `${logicalId} (${type}) failed: ${reason.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')}`;
};
