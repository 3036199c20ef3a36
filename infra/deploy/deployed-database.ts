import { findStack, type StackAddress } from './aws/stacks.ts';
import { readDeployedTemplate } from './deployed-template.ts';

/** The stack's own database, as deployed. */
export interface DeployedDatabase {
  /** The snapshot that the database was restored from; absent for a database that began empty. */
  readonly snapshot?: string;
}

/** Statuses of stacks without resources: the creation was not confirmed, or failed. */
const WITHOUT_RESOURCES = /^(REVIEW_IN_PROGRESS|ROLLBACK_COMPLETE|DELETE_COMPLETE)$/;

/** Finds the stack's own database in the deployed template; undefined if there is none. */
export const readDeployedDatabase = async (address: StackAddress): Promise<DeployedDatabase | undefined> => {
  const stack = await findStack(address);
  if (!stack || WITHOUT_RESOURCES.test(stack.status)) return undefined;
  const { Database } = (await readDeployedTemplate(address)).Resources;
  if (!Database) return undefined;
  const { SnapshotIdentifier: snapshot } = Database.Properties ?? {};
  return typeof snapshot === 'string' ? { snapshot } : {};
};
