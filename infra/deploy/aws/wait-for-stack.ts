import { pause } from './interruption.ts';
import { describeFailure, readFailure } from './stack-events.ts';
import { type DeployedStack, findStack, nextCommand, type StackAddress } from './stacks.ts';

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;
const SUCCEEDED = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/;

/** CloudFormation has ended an operation without success. */
export class StackFailed extends Error {}

/** Waits until CloudFormation has ended an operation on a stack. Returns undefined if the stack no longer exists. */
export const untilEnded = async (address: StackAddress, id?: string): Promise<DeployedStack | undefined> => {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, MAX_PAUSE_MS)) {
    const stack = await findStack(address, id);
    if (!stack?.status.endsWith('_IN_PROGRESS')) return stack;
    await pause(wait);
  }
};

const describeState = ({ name, region, status }: DeployedStack): string =>
  status.endsWith('ROLLBACK_COMPLETE')
    ? `CloudFormation has undone everything: the stack ${name} in ${region} is ${status}`
    : `The stack ${name} in ${region} is ${status}`;

/**
 * Waits until a deployment has ended.
 * @throws StackFailed with the resource that failed, the reason and the next command.
 */
export const untilDeployed = async (address: StackAddress): Promise<DeployedStack> => {
  const stack = await untilEnded(address);
  if (stack && SUCCEEDED.test(stack.status)) return stack;
  if (!stack) throw new StackFailed(`The stack ${address.name} in ${address.region} was removed while it was deployed`);
  const cause = describeFailure(await readFailure(stack));
  throw new StackFailed(
    `${cause}. ${describeState(stack)}. Correct the cause, then repeat the command: ${nextCommand(address, 'deploy')}`,
  );
};
