import { OWN_DATABASE } from '../build/stack/permissions.ts';
import type { DatabaseAddress } from '../tools/aws/run-transaction.ts';
import { type DeployedStack, outputOf } from '../tools/aws/stacks.ts';
import { deadlineOf } from '../tools/dashboard/check-head.ts';
import type { LoadedDashboard } from '../tools/dashboard/load-dashboard.ts';
import { createReader } from '../tools/reader/create-reader.ts';
import { step } from '../tools/start/step.ts';

/** The database that a stack has made, as its owner opens it. */
export const ownDatabase = (stack: DeployedStack): DatabaseAddress => ({
  region: stack.region,
  cluster: outputOf(stack, 'DatabaseClusterArn'),
  secret: outputOf(stack, 'DatabaseSecretArn'),
  database: OWN_DATABASE,
});

/** Makes the role by which the functions read the stack's own database, or brings it up to date. */
export const letFunctionsRead = (dashboard: LoadedDashboard, stack: DeployedStack): Promise<void> => {
  const secret = outputOf(stack, 'ReaderSecretArn');
  return step('Letting the functions read the database', () =>
    createReader(ownDatabase(stack), secret, deadlineOf(dashboard)),
  );
};
