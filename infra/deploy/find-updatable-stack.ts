import { commandLine } from '../build/command-line.ts';
import { type DeployedStack, findStack, type StackAddress } from './aws/stacks.ts';

type Tags = Readonly<Record<string, string>>;

/** True for an empty stack that a change set announced but nobody created. */
const isOnlyAnnounced = ({ status }: DeployedStack): boolean => status === 'REVIEW_IN_PROGRESS';

const FAILED_AT_FIRST = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/;

/** Returns advice for a status in which CloudFormation cannot update a stack. */
const adviceFor = ({ name, region, status }: DeployedStack): string | undefined => {
  if (FAILED_AT_FIRST.test(status)) {
    return `CloudFormation can no longer update it. Remove it (${commandLine('remove')}), then deploy again`;
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') {
    return `finish its rollback first: aws cloudformation continue-update-rollback --stack-name ${name} --region ${region}`;
  }
  return /_IN_PROGRESS$/.test(status) ? 'another deployment is under way. Wait until it has ended' : undefined;
};

/**
 * Refuses a stack that belongs to another dashboard or stage.
 * @throws Error if a tag of the stack differs from `own`.
 */
export const refuseForeignStack = ({ name, tags }: DeployedStack, own: Tags): void => {
  const foreign = Object.keys(own).find((key) => tags[key] !== undefined && tags[key] !== own[key]);
  if (foreign === undefined) return;
  throw new Error(
    `The stack ${name} belongs to the dashboard ${tags.dashboard} at the stage ${tags.stage}, not to ${own.dashboard} at ` +
      `${own.stage}. Choose another stage, or rename the dashboard`,
  );
};

/**
 * Finds the stack that a deployment would update; undefined if the deployment would create the stack.
 * @throws Error if the stack belongs to another dashboard, or if CloudFormation cannot update the stack.
 */
export const findUpdatableStack = async (address: StackAddress, own: Tags): Promise<DeployedStack | undefined> => {
  const stack = await findStack(address);
  if (!stack) return undefined;
  refuseForeignStack(stack, own);
  if (isOnlyAnnounced(stack)) return undefined;
  const advice = adviceFor(stack);
  if (advice !== undefined) throw new Error(`The stack ${stack.name} is ${stack.status}: ${advice}`);
  return stack;
};
