/** @jest-environment node */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createReader, READER } from '../../../../infra/deploy/create-database-role.ts';
import type { JsonEmulator } from '../../../../infra/local/emulators/server/json-emulator.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { startSecretsManager } from '../../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../../support/cloud/start-writable-data-api.ts';
import { signedIn } from '../../../support/run-command.ts';

const PASSWORD = 'aB3dEf6h';
const secretOf = (name: string): string => `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}`;

let api: WritableDataApi;
let secrets: JsonEmulator;
beforeAll(async () => {
  api = await startWritableDataApi();
  secrets = await startSecretsManager({
    reader: JSON.stringify({ username: READER, password: PASSWORD }),
    plain: `{"password": ${PASSWORD}`,
    quoted: JSON.stringify({ password: "x'; drop table a; --" }),
  });
  Object.assign(process.env, signedIn({ RDS_DATA: api.url, SECRETS_MANAGER: secrets.url }));
  // The owner of the database may create roles, but is not a superuser, as in Aurora.
  await api.database.exec(`
    create role owner login createrole;
    alter database postgres owner to owner;
    create role other;
    create schema theirs authorization other;
    create table theirs.t (n int);
    alter table theirs.t owner to other;`);
});
afterAll(async () => {
  for (const name of Object.keys(signedIn({ RDS_DATA: '', SECRETS_MANAGER: '' }))) delete process.env[name];
  await secrets.close();
  await api.close();
});
beforeEach(async () => {
  api.asked.length = 0;
  await be('owner');
});

const be = (role: string) => api.database.exec(`set session authorization ${role}`);

const create = ({ secret = 'reader', deadline = 8000 } = {}) => {
  const cluster = 'arn:aws:rds:eu-west-1:000000000000:cluster:own';
  const address = { region: 'eu-west-1', cluster, secret: secretOf('owner'), database: 'wallfeed', pause: 1 };
  return createReader(address, secretOf(secret), deadline);
};

const tryAs = async (role: string, sql: string): Promise<string> => {
  await be(role);
  try {
    const { rows } = await api.database.query(sql);
    return JSON.stringify(rows);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await be('owner');
  }
};

describe('the database role of the functions', () => {
  test('the database role of the functions reads existing and future tables in any schema, and cannot write', async () => {
    await api.database.exec('create table a (n int); insert into a values (1); create schema "S 1"');
    await api.database.exec('create table "S 1"."T 1" (n int); create view v as select n + 1 as n from a');
    await create();
    await api.database.exec('create table later (n int); create schema new; create table new.t (n int)');

    expect(await tryAs(READER, 'select n from a')).toBe('[{"n":1}]');
    expect(await tryAs(READER, 'select n from v')).toBe('[{"n":2}]');
    for (const table of ['"S 1"."T 1"', 'later', 'new.t']) {
      expect(await tryAs(READER, `select n from ${table}`)).toBe('[]');
    }
    expect(await tryAs(READER, 'insert into a values (2)')).toBe('permission denied for table a');
    expect(await tryAs(READER, 'update later set n = 2')).toBe('permission denied for table later');
    expect(await tryAs(READER, 'delete from new.t')).toBe('permission denied for table t');
    expect(await tryAs(READER, 'create table mine (n int)')).toBe('permission denied for schema public');
    expect(await tryAs(READER, 'drop table a')).toBe('must be owner of table a');
    expect(await tryAs(READER, 'set role owner')).toBe('permission denied to set role "owner"');
  });

  test('the database role of the functions opens every transaction as read-only, may sign in, and has no other rights', async () => {
    await create();
    const attributes = 'rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolconfig';
    const { rows } = await api.database.query(`select ${attributes} from pg_roles where rolname = '${READER}'`);
    expect(rows).toEqual([
      {
        rolcanlogin: true,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
        rolconfig: ['default_transaction_read_only=on', 'statement_timeout=8000ms'],
      },
    ]);
  });

  test('the database role of the functions has a statement timeout equal to the longest deadline of its functions', async () => {
    await create({ deadline: 8000 });
    await create({ deadline: 3000 });
    const { rows } = await api.database.query<{ rolconfig: string[] }>(
      `select rolconfig from pg_roles where rolname = '${READER}'`,
    );
    expect(rows[0]?.rolconfig).toContain('statement_timeout=3000ms');
    expect(api.asked).toContain(`alter role ${READER} set statement_timeout = '3000ms'`);
  });

  test('the database role of the functions can be created again, even if others own tables', async () => {
    await create();
    await create();
    expect(api.asked.filter((sql) => sql === 'commit')).toHaveLength(2);
    expect(await tryAs(READER, 'select n from theirs.t')).toBe('permission denied for schema theirs');
  });

  test('the database role of the functions has the name that is in the template’s secret', async () => {
    const template = await readFile(join(projectRoot, 'infra/stack/resources/database.yml'), 'utf8');
    expect(template).toContain(`SecretStringTemplate: '{"username":"${READER}"}'`);
  });
});

describe('the password of the database role', () => {
  const storedPassword = (): Promise<string> =>
    tryAs('postgres', `select rolpassword from pg_authid where rolname = '${READER}'`);

  test('the password of the database role is in no statement, and the database stores only its verifier', async () => {
    await create();
    const before = await storedPassword();
    expect(before).toMatch(/SCRAM-SHA-256\$4096:/);
    await create();
    expect(await storedPassword()).not.toBe(before);
    expect(api.asked.length).toBeGreaterThan(10);
    expect(api.asked.join('\n')).not.toMatch(/aB3dEf6h|SCRAM/);
  });

  test.each(['plain', 'quoted'])(
    'the password of the database role may only have letters and digits; an error does not quote it: %s',
    async (name) => {
      const failure = await create({ secret: name }).catch((error: Error) => error.message);
      expect(failure).toMatch(
        /: the secret arn\S+ contains no password of letters and digits\. The functions can use the database only with/,
      );
      expect(failure).not.toMatch(/aB3dEf6h|drop/);
      expect(api.asked).toEqual([]);
    },
  );
});

describe('an error while the database role is created', () => {
  test('if the database role cannot be created, everything is rolled back, and the error says what to do', async () => {
    await be('other');
    await expect(create()).rejects.toThrow(
      /^creating the role wallfeed_reader was not possible: DatabaseErrorException: ERROR: .*\. The functions can use the database only with the role wallfeed_reader: correct this, then repeat npm run deploy$/,
    );
    expect(api.asked.at(-1)).toBe('rollback');
  });

  test('if the database role cannot be created, the error names a missing permission', async () => {
    secrets.fail({ error: 'AccessDeniedException', message: 'user/a may not perform: secretsmanager:GetSecretValue' });
    await expect(create()).rejects.toThrow(
      /^AWS did not allow reading the password of the role wallfeed_reader: user\/a may not perform: secretsmanager:GetSecretValue\./,
    );
  });
});
