import { type DeployedStack, listResources, nextCommand, type StackResource } from './stacks.ts';

/** CloudFormation's reason for a resource that it did not try to roll back, and that it does not skip. */
const CANCELLED = /cancelled/i;

const describe = ({ logicalId, type, id, reason = 'CloudFormation gives no reason' }: StackResource): string =>
  `${logicalId} (${type} ${id}) was not rolled back: ${reason.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')}`;

const continueLine = ({ name, region }: DeployedStack, skipped: readonly string[] = []): string =>
  ['aws cloudformation continue-update-rollback', '--stack-name', name, '--region', region]
    .concat(skipped.length > 0 ? ['--resources-to-skip', ...skipped] : [])
    .join(' ');

/** Says which resources stopped the rollback, and how to finish it with them or without them. */
export const adviseOnRollback = async (stack: DeployedStack): Promise<string> => {
  const stuck = (await listResources(stack)).filter(
    ({ status, reason = '' }) => status === 'UPDATE_FAILED' && !CANCELLED.test(reason),
  );
  if (stuck.length === 0) return `finish its rollback first: ${continueLine(stack)}`;
  const ids = stuck.map(({ logicalId }) => logicalId);
  return (
    `${stuck.map(describe).join('. ')}. Correct the cause, then finish the rollback: ${continueLine(stack)}. If the cause ` +
    `cannot be corrected, skip what was not rolled back: ${continueLine(stack, ids)}. Then bring it back: ` +
    nextCommand(stack, 'deploy', '--repair')
  );
};
