import { expect, test } from '@jest/globals';
import { scramVerifier } from '../../../../infra/deploy/create-database-role.ts';
import { startDatabase } from '../../../../infra/local/emulators/rds-data/database-image.ts';
import { emptyImage } from '../../../../infra/local/emulators/rds-data/start-worker.ts';

test('the SCRAM verifier equals the one that PostgreSQL computes from the password and the salt', async () => {
  const database = await startDatabase(await emptyImage());
  await database.exec("set password_encryption = 'scram-sha-256'; create role r password 'aB3dEf6h'");
  const { rows } = await database.query<{ word: string }>("select rolpassword word from pg_authid where rolname = 'r'");
  await database.close();
  const verifier = rows[0]?.word ?? '';
  const salt = Buffer.from(/:([^$]+)\$/.exec(verifier)?.[1] ?? '', 'base64');
  expect(salt).toHaveLength(16);
  expect(scramVerifier('aB3dEf6h', salt)).toBe(verifier);
  expect(scramVerifier('aB3dEf6i', salt)).not.toBe(verifier);
});

test('each SCRAM verifier has a new salt', () => {
  expect(scramVerifier('a')).not.toBe(scramVerifier('a'));
});
