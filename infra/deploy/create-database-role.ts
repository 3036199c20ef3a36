import { deadlineOf } from '../dashboard/check-head.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { OWN_DATABASE } from '../stack/permissions.ts';
import { step } from '../terminal/step.ts';
import type { DatabaseAddress } from './aws/run-transaction.ts';
import { type DeployedStack, outputOf } from './aws/stacks.ts';
import { createReader } from './database-role/create-reader.ts';

/** Address of the stack's own database, with its owner's secret. */
export const ownDatabase = (stack: DeployedStack): DatabaseAddress => ({
  region: stack.region,
  cluster: outputOf(stack, 'DatabaseClusterArn'),
  secret: outputOf(stack, 'DatabaseSecretArn'),
  database: OWN_DATABASE,
});

/** Creates or updates the role with which functions read the stack's own database. */
export const createDatabaseRole = (dashboard: LoadedDashboard, stack: DeployedStack): Promise<void> => {
  const secret = outputOf(stack, 'ReaderSecretArn');
  return step('Creating the database role of the functions', () =>
    createReader(ownDatabase(stack), secret, deadlineOf(dashboard)),
  );
};
