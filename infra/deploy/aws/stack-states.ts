import { describeFailure, readFailure } from './stack-events.ts';
import { type DeployedStack, listResources, nextCommand, type StackAddress } from './stacks.ts';

/** The way of a deployment: it creates a stack, replaces one whose creation failed, or updates one. */
export type Outlook = 'create' | 'recreate' | 'update';

const UPDATABLE = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;
const STUCK = /^(ROLLBACK_COMPLETE|CREATE_FAILED|ROLLBACK_FAILED|DELETE_FAILED)$/;

const awsLine = (action: string, { name, region }: StackAddress): string =>
  `aws cloudformation ${action} --stack-name ${name} --region ${region}`;

/** Returns the way on from a state that CloudFormation cannot update; undefined if it can. */
const adviceFor = (stack: DeployedStack): string | undefined => {
  const { status } = stack;
  if (UPDATABLE.test(status)) return undefined;
  if (STUCK.test(status)) {
    return `CloudFormation can no longer update it. Remove it (${nextCommand(stack, 'remove')}), then deploy again`;
  }
  switch (status) {
    case 'UPDATE_FAILED':
      return `roll it back first: ${awsLine('rollback-stack', stack)}`;
    case 'UPDATE_ROLLBACK_FAILED':
      return `finish its rollback first: ${awsLine('continue-update-rollback', stack)}`;
    case 'IMPORT_ROLLBACK_FAILED':
      return `its events say why: ${awsLine('describe-stack-events', stack)}. Without a repair, remove it: ${nextCommand(stack, 'remove')}`;
    case 'DELETE_IN_PROGRESS':
      return `it is being removed. Wait until it is gone: ${awsLine('wait stack-delete-complete', stack)}`;
    default:
      return `another deployment is under way. Wait until it has ended: ${awsLine('describe-stacks', stack)}`;
  }
};

/**
 * Decides what a deployment does with a stack.
 * @throws Error with the next command if CloudFormation can neither create nor update the stack.
 */
export const judgeState = async (stack: DeployedStack | undefined): Promise<Outlook> => {
  if (!stack || /^(DELETE_COMPLETE|REVIEW_IN_PROGRESS)$/.test(stack.status)) return 'create';
  if (stack.status === 'ROLLBACK_COMPLETE' && (await listResources(stack)).length === 0) return 'recreate';
  const advice = adviceFor(stack);
  if (advice === undefined) return 'update';
  const cause = STUCK.test(stack.status) ? `. ${describeFailure(await readFailure(stack))}` : '';
  throw new Error(`The stack ${stack.name} in ${stack.region} is ${stack.status}: ${advice}${cause}`);
};
