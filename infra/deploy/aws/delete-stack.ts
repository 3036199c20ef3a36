import { CloudFormationClient, DeleteStackCommand } from '@aws-sdk/client-cloudformation';
import { explained } from './explain-error.ts';
import { describeFailure, readFailure } from './stack-events.ts';
import { findStack, nextCommand, type StackAddress } from './stacks.ts';
import { StackFailed, untilEnded } from './wait-for-stack.ts';

/**
 * Deletes a stack, and waits until it is gone.
 * @throws StackFailed with the resource that AWS did not delete.
 */
export const deleteStack = async (address: StackAddress): Promise<void> => {
  const stack = await findStack(address);
  if (!stack) return;
  await explained(`deleting the stack ${address.name}`, async () => {
    const client = new CloudFormationClient({ region: address.region });
    try {
      await client.send(new DeleteStackCommand({ StackName: address.name }));
    } finally {
      client.destroy();
    }
  });
  const left = await untilEnded(address, stack.id);
  if (!left || left.status === 'DELETE_COMPLETE') return;
  throw new StackFailed(
    `${describeFailure(await readFailure(stack))}. The stack ${address.name} in ${address.region} is ${left.status}. Correct the ` +
      `cause, then repeat the command: ${nextCommand(address, 'remove')}`,
  );
};
