import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import type { PackagedService } from '../../../../infra/stack/package-service.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, NAME, openAccount } from '../../../support/matrix/account.ts';
import { packageFolder } from '../../../support/template/package-folder.ts';

const HEAD = `dashboard: ops-room
cache: { ttl: 1m, shared: true }
`;
const SMALL = `${HEAD}endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
`;
const FULL = `${HEAD}memory: 512
watch: full
hours: 'Mon-Fri 07:30-22:00'
budget: { amount: 20, email: ops@example.com }
domain:
  name: wall.example.com
  certificate: arn:aws:acm:eu-west-1:123456789012:certificate/1a2b3c4d
  hostedZone: Z0123456789ABCDEFGHIJ
  stage: dev
athena: { database: shop, data: s3://lake/shop/ }
datasets:
  sales: { athena: 'select name, value, score, pv from t' }
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  own: { component: 3D Pie Chart, csv: pie.csv, path: /own }
  orders: { component: Mini Pie Chart, sql: select n from t }
  visits: { component: Bar Chart, csv: pie.csv }
  lake: { component: 3D Pie Chart, dataset: sales }
`;
const DATA = { 'data/pie.csv': 'name,value,score,pv\na,1,,\n' };

const packageOf = async (text: string): Promise<PackagedService> =>
  packageFolder(await writeFolder({ 'dashboard.yml': text, ...DATA }), { region: 'eu-west-1' });

let account: Account;
let cases = 0;
let small: PackagedService;
let full: PackagedService;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://a1b2.example.com');
  small = await packageOf(SMALL);
  full = await packageOf(FULL);
});
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});
beforeEach(() => account.renew());

/** Returns one logical id for each kind of resource in the full dashboard. Leaves out the ids of these other resources. */
const oneOfEachKind = (others: PackagedService['template']['Resources'] = {}): readonly string[] => {
  const ids = Object.entries(full.template.Resources).filter(([id]) => !others[id]);
  return [...new Map(ids.map(([id, { Type }]) => [Type, id])).values()];
};

/** Repeats a failed deployment, after CloudFormation has ended its operation. */
const repeat = async (packaged: PackagedService): Promise<void> => {
  cases += 1;
  account.gate.cut(undefined);
  await account.untilIdle();
  await account.deploy(packaged);
};

test('the full dashboard has each kind of resource that a stack can have', () => {
  const kinds = new Set(Object.values(full.template.Resources).map(({ Type }) => Type));
  expect(kinds.size).toBeGreaterThanOrEqual(28);
});

describe('a deployment at which one resource fails', () => {
  test('a first deployment succeeds when it is repeated, and leaves nothing outside of the stack, for each kind of resource', async () => {
    const found: string[] = [];
    for (const id of oneOfEachKind()) {
      await account.renew();
      account.cloudFormation.failAt(id, 'Limit exceeded');
      await expect(account.deploy(full)).rejects.toThrow(`${id} (`);
      found.push(...account.cloudFormation.outside().map(({ type }) => `${id}: ${type} was left by the rollback`));
      await repeat(full);
      found.push(...account.faults().map((fault) => `${id}: ${fault}`));
    }
    expect(found).toEqual([]);
  });

  test('an update succeeds when it is repeated, and leaves nothing outside of the stack, for each kind of resource', async () => {
    const found: string[] = [];
    await account.deploy(small);
    const deployed = await account.save();
    for (const id of [...oneOfEachKind(small.template.Resources), 'PieLambdaFunction']) {
      await account.renew(deployed);
      account.cloudFormation.failAt(id, 'Limit exceeded');
      await expect(account.deploy(full)).rejects.toThrow(`${id} (`);
      await repeat(full);
      found.push(...account.faults().map((fault) => `${id}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
});

describe('a deployment that ends at a call to AWS', () => {
  /**
   * Ends a deployment after each call that changes something, and repeats it. Ends it also before the first call. An end
   * before a later call would be the same case as an end after the previous call. Returns the calls and the faults.
   */
  const endEverywhere = async (begin: () => Promise<void>, packaged: PackagedService) => {
    const found: string[] = [];
    await begin();
    account.gate.cut(undefined);
    await account.deploy(packaged);
    const calls = [...account.gate.changes];
    for (const [call, name] of calls.entries()) {
      for (const when of call === 0 ? (['before', 'after'] as const) : (['after'] as const)) {
        await begin();
        account.gate.cut({ call, when });
        await account.deploy(packaged).catch(() => undefined);
        await repeat(packaged);
        found.push(...account.faults().map((fault) => `${when} ${name}: ${fault}`));
      }
    }
    return { calls, found };
  };

  test('a first deployment can be completed with the same command, wherever it ended', async () => {
    const { calls, found } = await endEverywhere(() => account.renew(), full);
    expect(found).toEqual([]);
    expect(calls).toEqual(
      expect.arrayContaining(['CreateChangeSet', 'ExecuteChangeSet', 'SetStackPolicy', 'ModifyDBCluster']),
    );
  });

  test('an update that loses the database can be completed with the same command, wherever it ended', async () => {
    await account.deploy(full);
    const deployed = await account.save();
    const { calls, found } = await endEverywhere(() => account.renew(deployed), small);
    expect(found).toEqual([]);
    expect(calls.filter((name) => name === 'SetStackPolicy')).toHaveLength(2);
    expect(account.cloudFormation.stacks.get(NAME)?.resources.map(({ type }) => type)).not.toContain(
      'AWS::RDS::DBCluster',
    );
  });
});

describe('the cases of this file', () => {
  test('infra/deploy/README.md says how many deployments were ended at a call to AWS, and repeated', async () => {
    const text = await readFile(join(projectRoot, 'infra/deploy/README.md'), 'utf8');
    const [, said] = /changes something:\s+(\d+) cases/.exec(text) ?? [];
    expect(Number(said)).toBe(cases);
  });
});
