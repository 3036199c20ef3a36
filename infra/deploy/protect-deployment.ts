import { step } from '../terminal/print.ts';
import { refuseForeignStack, requireStack, type StackAddress } from './aws/stacks.ts';
import { createReader, ownDatabase } from './create-database-role.ts';
import { protectStack } from './update-stack.ts';

export interface ProtectOptions {
  readonly address: StackAddress;
  readonly tags: Readonly<Record<string, string>>;
  /** Milliseconds. Absent if the stack has no database. */
  readonly statementMs?: number;
  /** Absent for PostgreSQL. */
  readonly engine?: 'mysql';
  readonly print: (text: string) => void;
}

const DEPLOYED = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT)_COMPLETE$/;

/**
 * Makes the database role of the functions, and protects the data of a stack, as a deployment does. Changes neither the
 * template nor the parameters of the stack.
 */
export const protectDeployment = async ({
  address,
  tags,
  statementMs,
  engine,
  print,
}: ProtectOptions): Promise<void> => {
  const stack = await requireStack(address);
  refuseForeignStack(stack, tags);
  if (!DEPLOYED.test(stack.status)) {
    throw new Error(
      `The stack ${stack.name} in ${stack.region} is ${stack.status}: finish its deployment first, then repeat the command`,
    );
  }
  const secret = stack.outputs.ReaderSecretArn;
  if (statementMs !== undefined && secret !== undefined) {
    await step('Creating the database role of the functions', () =>
      createReader(ownDatabase(stack), secret, statementMs, engine),
    );
  }
  await step('Protecting the data', () => protectStack(address));
  print(`${stack.name} is protected: its stack policy denies the loss of its database and its bucket.`);
};
