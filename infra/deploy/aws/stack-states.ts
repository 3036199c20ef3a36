import {
  CloudFormationClient,
  DeleteStackCommand,
  paginateDescribeStackEvents,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';
import { clientOf, explained } from './call-service.ts';
import { pause } from './interruption.ts';
import { type DeployedStack, findStack, listResources, nextCommand, type StackAddress } from './stacks.ts';
import { adviseOnRollback } from './stuck-rollback.ts';

export interface FailedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly reason: string;
}

/** The status of a stack when an operation begins. */
const BEGINNING = /^(CREATE|UPDATE|DELETE|IMPORT)_IN_PROGRESS$/;
/** CloudFormation's reasons for resources that it stopped because another resource had failed. */
const FOLLOWING = /cancelled/i;

const isFailure = ({ ResourceStatus, ResourceStatusReason = '' }: StackEvent): boolean =>
  ResourceStatus?.endsWith('_FAILED') === true && !FOLLOWING.test(ResourceStatusReason);

const isOfStack = ({ LogicalResourceId, StackName, ResourceType }: StackEvent): boolean =>
  ResourceType === 'AWS::CloudFormation::Stack' && LogicalResourceId === StackName;

/** True for the beginning of a rollback. Its reason says why, if no resource failed. */
const isRollback = (event: StackEvent): boolean =>
  isOfStack(event) && event.ResourceStatus?.endsWith('ROLLBACK_IN_PROGRESS') === true;

/**
 * Returns the first resource that failed in the last operation on a stack. Its failure caused all later failures. Returns
 * the stack itself if no resource failed, such as when another stack has an export of the same name.
 */
const readFailure = (stack: { readonly id: string; readonly region: string }): Promise<FailedResource | undefined> =>
  explained('reading the events of the stack', async () => {
    const client = clientOf(CloudFormationClient, { region: stack.region });
    let first: StackEvent | undefined;
    let rollback: StackEvent | undefined;
    for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName: stack.id })) {
      const beginning = StackEvents.findIndex(
        (event) => isOfStack(event) && BEGINNING.test(event.ResourceStatus ?? ''),
      );
      const ofOperation = beginning === -1 ? StackEvents : StackEvents.slice(0, beginning);
      first = ofOperation.findLast((event) => isFailure(event) && !isOfStack(event)) ?? first;
      rollback = ofOperation.findLast(isRollback) ?? rollback;
      if (beginning !== -1) break;
    }
    const cause = first ?? rollback;
    if (!cause?.ResourceStatusReason) return undefined;
    const { LogicalResourceId: logicalId = '', ResourceType: type = '', ResourceStatusReason: reason } = cause;
    return { logicalId, type, reason };
  });

const describeFailure = (failure: FailedResource | undefined): string => {
  if (!failure) return 'CloudFormation gives no reason';
  const { logicalId, type, reason } = failure;
  return `${logicalId} (${type}) failed: ${reason.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')}`;
};

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;
const SUCCEEDED = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/;

export class StackFailed extends Error {}

const untilEnded = async (address: StackAddress, id?: string): Promise<DeployedStack | undefined> => {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, MAX_PAUSE_MS)) {
    const stack = await findStack(address, id);
    if (!stack?.status.endsWith('_IN_PROGRESS')) return stack;
    await pause(wait);
  }
};

const ROLLBACK_STUCK = 'UPDATE_ROLLBACK_FAILED';

const describeState = ({ name, region, status }: DeployedStack): string =>
  status.endsWith('ROLLBACK_COMPLETE')
    ? `CloudFormation has undone everything: the stack ${name} in ${region} is ${status}`
    : `The stack ${name} in ${region} is ${status}`;

/** @throws StackFailed with the resource that failed, the reason and the next command. */
export const untilDeployed = async (address: StackAddress): Promise<DeployedStack> => {
  const stack = await untilEnded(address);
  if (stack && SUCCEEDED.test(stack.status)) return stack;
  if (!stack) throw new StackFailed(`The stack ${address.name} in ${address.region} was removed while it was deployed`);
  const cause = describeFailure(await readFailure(stack));
  const advice =
    stack.status === ROLLBACK_STUCK
      ? await adviseOnRollback(stack)
      : `Correct the cause, then repeat the command: ${nextCommand(address, 'deploy')}`;
  throw new StackFailed(`${cause}. ${describeState(stack)}. ${advice}`);
};

/**
 * Waits until the stack is gone.
 * @throws StackFailed with the resource that AWS did not delete.
 */
export const deleteStack = async (address: StackAddress): Promise<void> => {
  const stack = await findStack(address);
  if (!stack) return;
  await explained(`deleting the stack ${address.name}`, () =>
    clientOf(CloudFormationClient, { region: address.region }).send(
      new DeleteStackCommand({
        StackName: address.name,
        ...(address.role !== undefined && { RoleARN: address.role }),
      }),
    ),
  );
  const left = await untilEnded(address, stack.id);
  if (!left || left.status === 'DELETE_COMPLETE') return;
  throw new StackFailed(
    `${describeFailure(await readFailure(stack))}. The stack ${address.name} in ${address.region} is ${left.status}. Correct the ` +
      `cause, then repeat the command: ${nextCommand(address, 'remove')}`,
  );
};

/** `recreate` replaces a stack whose creation failed. */
export type Outlook = 'create' | 'recreate' | 'update';

const UPDATABLE = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;
const STUCK = /^(ROLLBACK_COMPLETE|CREATE_FAILED|ROLLBACK_FAILED|DELETE_FAILED)$/;

const awsLine = (action: string, { name, region }: StackAddress): string =>
  `aws cloudformation ${action} --stack-name ${name} --region ${region}`;

/** Returns undefined if CloudFormation can update the stack. */
const adviceFor = async (stack: DeployedStack): Promise<string | undefined> => {
  const { status } = stack;
  if (UPDATABLE.test(status)) return undefined;
  if (STUCK.test(status)) {
    return `CloudFormation can no longer update it. Remove it (${nextCommand(stack, 'remove')}), then deploy again`;
  }
  switch (status) {
    case 'UPDATE_FAILED':
      return `roll it back first: ${awsLine('rollback-stack', stack)}`;
    case ROLLBACK_STUCK:
      return adviseOnRollback(stack);
    case 'IMPORT_ROLLBACK_FAILED':
      return `its events say why: ${awsLine('describe-stack-events', stack)}. If you cannot repair it, remove it: ${nextCommand(stack, 'remove')}`;
    case 'DELETE_IN_PROGRESS':
      return `it is being removed. Wait until it is gone: ${awsLine('wait stack-delete-complete', stack)}`;
    default:
      return `another deployment is under way. Wait until it has ended: ${awsLine('describe-stacks', stack)}`;
  }
};

/** @throws Error with the next command if CloudFormation can neither create nor update the stack. */
export const judgeState = async (stack: DeployedStack | undefined): Promise<Outlook> => {
  if (!stack || /^(DELETE_COMPLETE|REVIEW_IN_PROGRESS)$/.test(stack.status)) return 'create';
  if (stack.status === 'ROLLBACK_COMPLETE' && (await listResources(stack)).length === 0) return 'recreate';
  const advice = await adviceFor(stack);
  if (advice === undefined) return 'update';
  const cause = STUCK.test(stack.status) ? `. ${describeFailure(await readFailure(stack))}` : '';
  throw new Error(`The stack ${stack.name} in ${stack.region} is ${stack.status}: ${advice}${cause}`);
};
