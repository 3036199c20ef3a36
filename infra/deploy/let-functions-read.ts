import { deadlineOf } from '../dashboard/check-head.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { OWN_DATABASE } from '../stack/permissions.ts';
import { step } from '../terminal/step.ts';
import type { DatabaseAddress } from './aws/run-transaction.ts';
import { type DeployedStack, outputOf } from './aws/stacks.ts';
import { createReader } from './database-role/create-reader.ts';

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
