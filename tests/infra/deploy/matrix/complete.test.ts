import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import type { Cut } from '../../../support/cloud/start-gate.ts';
import { startWritableDataApi, type WritableDataApi } from '../../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, NAME, openAccount } from '../../../support/matrix/account.ts';
import { type Behaviour, serveData } from '../../../support/serve-data.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';

/** A dashboard that needs every step after the creation of the stack: database role, upload, seeds and requests. */
const FILES = {
  'dashboard.yml': `dashboard: ops-room
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  orders: { component: Mini Pie Chart, sql: select n from t }
`,
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
  'data/t.sql': 'create table t (n int);\ninsert into t values (1);\n',
};

const sample = async (component: string): Promise<Behaviour> => ({
  body: JSON.parse(await readFile(join(projectRoot, `schemas/pie/${component}/sample.json`), 'utf8')),
});

let account: Account;
let api: WritableDataApi;
let cases = 0;
let packaged: PackagedFolder;
let endpoints: Record<string, Behaviour>;
let source: Awaited<ReturnType<typeof serveData>>;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  endpoints = { '/pie/share': await sample('3d-pie-chart'), '/pie/orders': await sample('mini-pie-chart') };
  source = await serveData(endpoints);
  api = await startWritableDataApi();
  account = await openAccount(source.base, api);
  packaged = await packageFolder(await writeFolder(FILES), { region: 'eu-west-1' });
});
afterAll(async () => {
  await account.close();
  await source.close();
  jest.restoreAllMocks();
});
beforeEach(() => account.renew());

const deploy = async (): Promise<void> => {
  await account.deploy(packaged);
  await account.complete(packaged);
};

const repeat = async (): Promise<void> => {
  cases += 1;
  account.gate.cut(undefined);
  await account.untilIdle();
  await deploy();
};

const faults = async (): Promise<readonly string[]> => {
  const { rows } = await api.database.query("select n, rolname from t, pg_roles where rolname like 'wallfeed%'");
  const keys = await account.s3.keys(`${NAME}-databucket`);
  const found = JSON.stringify(rows);
  return [
    ...account.faults(),
    ...(found === '[{"n":1,"rolname":"wallfeed_reader"}]' ? [] : [`the database has ${found}`]),
    ...(keys?.join() === 'ops-room/pie.csv' ? [] : [`the bucket has ${keys}`]),
  ];
};

/**
 * Ends the completion of a deployment at each call that changes something, in these ways, and also before the first call.
 * Calls `begin` before each completion, and repeats the deployment after it. An end before a later call would be the same
 * case as an end after the previous call.
 */
const endEverywhere = async (begin: () => Promise<void>, ...ways: readonly Cut['when'][]) => {
  const found: string[] = [];
  await begin();
  account.gate.cut(undefined);
  await account.complete(packaged);
  const calls = [...account.gate.changes];
  for (const [call, name] of calls.entries()) {
    for (const when of call === 0 ? (['before', ...ways] as const) : ways) {
      await begin();
      account.gate.cut({ call, when });
      await account.complete(packaged).catch(() => undefined);
      await repeat();
      found.push(...(await faults()).map((fault) => `${when} ${name}: ${fault}`));
    }
  }
  return { calls, found };
};

describe('a deployment that ends after its stack is complete', () => {
  test('a first deployment can be completed with the same command, wherever its role, its upload or its seeds ended', async () => {
    await account.deploy(packaged);
    const deployed = await account.save();
    const { calls, found } = await endEverywhere(() => account.renew(deployed), 'after', 'refused');
    expect(found).toEqual([]);
    expect(calls).toEqual(
      expect.arrayContaining(['POST /BeginTransaction', `PUT /${NAME}-databucket/ops-room/pie.csv`, 'POST /Execute']),
    );
  });

  test('an update that ended after any call can be completed with the same command, and does not apply its seeds again', async () => {
    await deploy();
    // Each case begins with the state in which the case before it ended without a fault.
    const { calls, found } = await endEverywhere(async () => undefined, 'after');
    expect(found).toEqual([]);
    expect(calls).toContain('POST /RollbackTransaction');
  });

  test.each(['a first deployment', 'an update'])(
    '%s names the endpoints that do not work, and succeeds when it is repeated',
    async (title) => {
      if (title === 'an update') await deploy();
      endpoints['/pie/orders'] = { status: 502 };
      await expect(deploy()).rejects.toThrow('The dashboard is deployed, but these endpoints do not work: orders');
      endpoints['/pie/orders'] = await sample('mini-pie-chart');
      await repeat();
      expect(await faults()).toEqual([]);
    },
  );

  test.each(['ModifyDBCluster', 'AddTagsToResource', 'SetStackPolicy'])(
    'a deployment that may not call %s says so, and protects the data when it is repeated',
    async (name) => {
      await account.deploy(packaged);
      const call = account.gate.changes.indexOf(name);
      expect(call).toBeGreaterThan(0);
      await account.renew();
      account.gate.cut({ call, when: 'refused' });
      await expect(deploy()).rejects.toThrow(/^AWS did not allow .*Use credentials that allow this action/);
      await repeat();
      expect(await faults()).toEqual([]);
    },
  );
});

describe('the cases of this file', () => {
  test('infra/deploy/README.md says how many deployments were ended after the stack was complete, and repeated', async () => {
    const text = await readFile(join(projectRoot, 'infra/deploy/README.md'), 'utf8');
    const [, said] = /requests to its\s+endpoints: (\d+) cases/.exec(text) ?? [];
    expect(Number(said)).toBe(cases);
  });
});
