import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SqlDialect } from '../../shared/config/sources.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { deadlineOf } from '../dashboard/head/functions.ts';
import { commandLine } from '../program/command-line.ts';
import { OWN_DATABASE } from '../stack/sources.ts';
import { step } from '../terminal/print.ts';
import { clientOf, explained } from './aws/call-service.ts';
import { type DatabaseAddress, runTransaction } from './aws/run-transaction.ts';
import { type DeployedStack, outputOf } from './aws/stacks.ts';
import { mysqlReaderStatements } from './mysql-reader.ts';

const ITERATIONS = 4096;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Returns PostgreSQL's SCRAM verifier for a password of ASCII letters and digits (RFC 5802 and 7677). Nobody can sign
 * in with the verifier, so it may appear in a log.
 */
export const scramVerifier = (password: string, salt: Buffer = randomBytes(SALT_BYTES)): string => {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const server = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
};

/** The functions' database role. infra/stack/resources/database.yml creates its password. */
export const READER = 'wallfeed_reader';

/** A setting that passes the password verifier to `create role`, which accepts no parameters. */
const SETTING = 'wallfeed.verifier';

const SYSTEM = `nspname ~ '^pg_' or nspname = 'information_schema'`;

const CREATE_ROLE = `do $$
begin
  if not exists (select from pg_roles where rolname = '${READER}') then
    create role ${READER};
  end if;
  execute format('alter role ${READER} login password %L', current_setting('${SETTING}'));
end $$`;

const GRANT_EXISTING = `do $$
declare
  name text;
begin
  for name in
    select format('%I', nspname) from pg_namespace
    where not (${SYSTEM}) and pg_has_role(nspowner, 'usage')
  loop
    execute 'grant usage on schema ' || name || ' to ${READER}';
  end loop;
  for name in
    select format('%I.%I', nspname, relname)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and not (${SYSTEM}) and pg_has_role(relowner, 'usage')
  loop
    execute 'grant select on ' || name || ' to ${READER}';
  end loop;
end $$`;

type Statement = readonly [sql: string, parameters?: Readonly<Record<string, string>>];

interface ReaderSettings {
  readonly verifier: string;
  /** The functions' source timeout in milliseconds. */
  readonly deadline: number;
}

/** Returns the statement timeout of the role. Functions stop waiting for a statement after this time. */
const timeoutOf = ({ deadline }: ReaderSettings): string => `${Math.round(deadline)}ms`;

/**
 * Returns idempotent statements that create the functions' database role. The role may only read tables that the
 * executing role owns, existing and future ones. Its queries time out with the function; the Data API would let them
 * run for 45 s.
 */
const readerStatements = (settings: ReaderSettings): readonly Statement[] => [
  [`select set_config('${SETTING}', :verifier, true)`, { verifier: settings.verifier }],
  [CREATE_ROLE],
  [`alter role ${READER} set default_transaction_read_only = on`],
  [`alter role ${READER} set statement_timeout = '${timeoutOf(settings)}'`],
  [GRANT_EXISTING],
  [`alter default privileges grant usage on schemas to ${READER}`],
  [`alter default privileges grant select on tables to ${READER}`],
];

/** Returns the password in a secret. Does not parse the secret as JSON, because a parser's error would quote it. */
const passwordIn = (text: string, secret: string): string => {
  const found = /"password"\s*:\s*"([A-Za-z0-9]+)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`the secret ${secret} contains no password of letters and digits`);
  return found;
};

const readPassword = (secret: string, region: string): Promise<string> =>
  explained(`reading the password of the role ${READER}`, async () => {
    const client = clientOf(SecretsManagerClient, { region });
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
    return passwordIn(SecretString, secret);
  });

const MEANING = `The functions can use the database only with the role ${READER}: correct this, then repeat ${commandLine('deploy')}`;

/**
 * Creates or updates the role with which functions read a stack's database. The secret contains the role's password;
 * `deadline` is the functions' source timeout in milliseconds.
 * @throws Error that says what the failure means for the functions.
 */
export const createReader = async (
  address: DatabaseAddress,
  secret: string,
  deadline: number,
  engine?: SqlDialect['engine'],
): Promise<void> => {
  try {
    const password = await readPassword(secret, address.region);
    await runTransaction(address, async (execute) => {
      const statements: readonly Statement[] =
        engine === 'mysql'
          ? mysqlReaderStatements(READER, address.database, password).map((sql) => [sql])
          : readerStatements({ verifier: scramVerifier(password), deadline });
      for (const [sql, parameters] of statements) {
        await explained(`creating the role ${READER}`, () => execute(sql, parameters));
      }
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}. ${MEANING}`, { cause: error });
  }
};

export const ownDatabase = (stack: DeployedStack): DatabaseAddress => ({
  region: stack.region,
  cluster: outputOf(stack, 'DatabaseClusterArn'),
  secret: outputOf(stack, 'DatabaseSecretArn'),
  database: OWN_DATABASE,
});

export const createDatabaseRole = (dashboard: LoadedDashboard, stack: DeployedStack): Promise<void> => {
  const secret = outputOf(stack, 'ReaderSecretArn');
  return step('Creating the database role of the functions', () =>
    createReader(ownDatabase(stack), secret, deadlineOf(dashboard), dashboard.dialect?.engine),
  );
};
