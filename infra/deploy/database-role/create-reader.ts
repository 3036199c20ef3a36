import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { commandLine } from '../../build/command-line.ts';
import { explained } from '../aws/explain-error.ts';
import { type DatabaseAddress, runTransaction } from '../aws/run-transaction.ts';
import { READER, readerStatements } from './reader-statements.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Returns the password in a secret. Does not parse the secret as JSON, because a parser's error would quote it. */
const passwordIn = (text: string, secret: string): string => {
  const found = /"password"\s*:\s*"([A-Za-z0-9]+)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`the secret ${secret} contains no password of letters and digits`);
  return found;
};

const readPassword = (secret: string, region: string): Promise<string> =>
  explained(`reading the password of the role ${READER}`, async () => {
    const client = new SecretsManagerClient({ region });
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
    client.destroy();
    return passwordIn(SecretString, secret);
  });

const MEANING = `The functions can use the database only with the role ${READER}: correct this, then repeat ${commandLine('deploy')}`;

/**
 * Creates or updates the role with which functions read a stack's database. The secret contains the role's password;
 * `deadline` is the functions' source timeout in milliseconds.
 * @throws Error that says what the failure means for the functions.
 */
export const createReader = async (address: DatabaseAddress, secret: string, deadline: number): Promise<void> => {
  try {
    const password = await readPassword(secret, address.region);
    await runTransaction(address, async (execute) => {
      for (const [sql, parameters] of readerStatements({ verifier: scramVerifier(password), deadline })) {
        await explained(`creating the role ${READER}`, () => execute(sql, parameters));
      }
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}. ${MEANING}`, { cause: error });
  }
};
