import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { findStack } from '../../../../infra/deploy/aws/stacks.ts';
import { protectDeployment } from '../../../../infra/deploy/protect-deployment.ts';
import { removeDashboard } from '../../../../infra/deploy/remove-dashboard.ts';
import { startWritableDataApi } from '../../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, ADDRESS, NAME, openAccount, PLACE } from '../../../support/matrix/account.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';

const TAGS = { dashboard: 'ops-room', stage: 'dev' };

let account: Account;
let packaged: PackagedFolder;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://a1b2.example.com', await startWritableDataApi());
  packaged = await packageFolder(
    await writeFolder({
      'dashboard.yml': [
        'dashboard: ops-room',
        'endpoints:',
        '  share: { component: 3D Pie Chart, csv: pie.csv }',
        '  orders: { component: Bar Chart, sql: "select 1, 2, 3" }',
        '',
      ].join('\n'),
      'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    }),
    { region: 'eu-west-1' },
  );
});
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});

const begin = async (): Promise<void> => {
  await account.renew();
  await account.deploy(packaged);
  await account.s3.write(`${NAME}-databucket`, 'ops-room/pie.csv', 'a');
};

/**
 * Runs a command to its end, then ends it before its first call that changes something and after each one, and repeats it.
 * Returns the calls, and what is wrong after a repeated command.
 */
const endEverywhere = async (
  prepare: () => Promise<void>,
  run: () => Promise<unknown>,
  faults: () => Promise<readonly string[]>,
) => {
  await begin();
  await prepare();
  account.gate.cut(undefined);
  await run();
  const calls = [...account.gate.changes];
  const found = (await faults()).map((fault) => `at once: ${fault}`);
  for (const [call, name] of calls.entries()) {
    for (const when of call === 0 ? (['before', 'after'] as const) : (['after'] as const)) {
      await begin();
      await prepare();
      account.gate.cut({ call, when });
      await run().catch(() => undefined);
      account.gate.cut(undefined);
      await account.untilIdle();
      await run();
      found.push(...(await faults()).map((fault) => `${when} ${name}: ${fault}`));
    }
  }
  return { calls, found };
};

describe('commands that end at a call to AWS', () => {
  test('deploy --repair completes when it is repeated, wherever it ended', async () => {
    const damage = async (): Promise<void> => {
      await account.cloudFormation.deleteByHand('PieLambdaFunction');
      account.cloudFormation.changeByHand('BarLambdaFunction', 'MemorySize', 1024);
    };
    const repair = () => account.deploy(packaged, undefined, { isRepair: true });
    const { calls, found } = await endEverywhere(damage, repair, async () => account.faults());
    expect(found).toEqual([]);
    expect(calls).toEqual(expect.arrayContaining(['CreateChangeSet', 'ExecuteChangeSet']));
  });

  test('remove completes when it is repeated, wherever it ended, and leaves neither the stack nor its bucket', async () => {
    const remove = async () => {
      const dashboard = { ...packaged.dashboard, region: 'eu-west-1' };
      const options = { dashboard, stage: 'dev', place: PLACE, print: () => undefined };
      const failed = await removeDashboard({ ...options, confirm: async (name) => name });
      // The last call may have succeeded: then nothing is left to remove.
      if (failed && !failed.failure.includes('nothing to remove')) throw new Error(failed.failure);
    };
    const left = async () => [
      ...((await findStack(ADDRESS)) ? ['the stack is left'] : []),
      ...((await account.s3.keys(`${NAME}-databucket`)) ? ['the bucket is left'] : []),
      ...account.rds.clusters.keys(),
      ...((await account.s3.keys(PLACE.bucket.name)) ?? []),
    ];
    const { calls, found } = await endEverywhere(async () => undefined, remove, left);
    expect(found).toEqual([]);
    expect(calls).toEqual(expect.arrayContaining(['ModifyDBCluster', 'DeleteStack', `DELETE /${NAME}-databucket/`]));
  });

  test('protect completes when it is repeated, wherever it ended', async () => {
    const open = async (): Promise<void> => {
      const stack = account.cloudFormation.stacks.get(NAME);
      if (stack) account.cloudFormation.stacks.set(NAME, { ...stack, policy: '{"Statement":[]}' });
      for (const id of account.rds.clusters.keys()) account.rds.clusters.set(id, { isProtected: false });
    };
    const protect = () =>
      protectDeployment({ address: ADDRESS, tags: TAGS, statementMs: 8_000, print: () => undefined });
    const { calls, found } = await endEverywhere(open, protect, async () => account.faults());
    expect(found).toEqual([]);
    expect(calls).toEqual(expect.arrayContaining(['POST /BeginTransaction', 'SetStackPolicy', 'ModifyDBCluster']));
  });
});
