/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LoadedDashboard, loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { chooseSnapshot, withDeployedSnapshot } from '../../../infra/deploy/choose-snapshot.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import type { FakeStack } from '../../support/cloud/fake-stack.ts';
import { type FakeSnapshot, type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { signedIn } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const SQL = endpointsFile('  pie: { component: Mini Pie Chart, sql: select n from t }');

const TAGS = { dashboard: 'ops-room', stage: 'dev' };

const snapshot = (id: string, createdAt: string, more: Partial<FakeSnapshot> = {}): FakeSnapshot => ({
  id,
  cluster: `${NAME}-database`,
  createdAt,
  engineVersion: '17.7',
  tags: { ...TAGS, wallfeed: 'in-use' },
  ...more,
});

const SNAPSHOTS = [
  snapshot('older', '2026-10-01T10:00:00Z'),
  snapshot('newest', '2026-11-01T10:00:00Z'),
  snapshot('of-another-stage', '2026-11-02T10:00:00Z', { tags: { dashboard: 'ops-room', stage: 'prod' } }),
  snapshot('of-somebody', '2026-11-03T10:00:00Z', { tags: {} }),
  snapshot('under-way', '2026-11-04T10:00:00Z', { status: 'creating' }),
];

const stackWith = (resources: object): FakeStack => ({
  status: 'UPDATE_COMPLETE',
  outputs: {},
  resources: [],
  template: { Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api' }, ...resources } },
});
const database = (Properties: object) => ({ Database: { Type: 'AWS::RDS::DBCluster', Properties } });

let cloudFormation: CloudFormation;
let rds: Rds;
let withSql: LoadedDashboard;
let withoutSql: LoadedDashboard;
beforeAll(async () => {
  rds = await startRds();
  cloudFormation = await startCloudFormation(undefined, rds);
  Object.assign(process.env, signedIn({ CLOUDFORMATION: cloudFormation.url, RDS: rds.url }));
  const load = async (files: Readonly<Record<string, string>>) => loadDashboard(await writeFolder(files));
  withSql = { ...(await load({ 'dashboard.yml': SQL })), region: 'eu-west-1' };
  withoutSql = { ...(await load(DEPLOYABLE)), region: 'eu-west-1' };
});
afterAll(async () => {
  for (const name of Object.keys(signedIn({ CLOUDFORMATION: '', RDS: '' }))) delete process.env[name];
  await cloudFormation.close();
  await rds.close();
});
beforeEach(() => {
  cloudFormation.stacks.clear();
  rds.actions.length = 0;
  rds.snapshots.splice(0, rds.snapshots.length, ...SNAPSHOTS);
});

interface Choice {
  readonly dashboard?: LoadedDashboard;
  readonly wanted?: string;
  readonly answer?: boolean;
}

const choose = async ({ dashboard = withSql, wanted, answer }: Choice = {}) => {
  const printed: string[] = [];
  let isAsked = false;
  const chosen = await chooseSnapshot({
    dashboard,
    stage: 'dev',
    ...(wanted !== undefined && { wanted }),
    ask: async () => {
      isAsked = true;
      return answer;
    },
    print: (text) => printed.push(text),
  });
  if ('failure' in chosen) return { failure: chosen.failure, isAsked };
  return { snapshot: chosen.ownDatabase?.snapshot, printed: printed.join('\n'), isAsked };
};

describe('a new database', () => {
  test('a new database is restored from the newest snapshot of its stack if the user agrees', async () => {
    expect(await choose({ answer: true })).toEqual({
      snapshot: 'newest',
      printed:
        'This stack had a database before. Its last snapshot is newest, made on 2026-11-01.\n' +
        'The database is restored from the snapshot newest.',
      isAsked: true,
    });
  });

  test('a new database is created empty if the user declines', async () => {
    expect(await choose({ answer: false })).toMatchObject({ snapshot: undefined, isAsked: true });
  });

  test('a new database is not created if no user can answer', async () => {
    const { failure } = await choose();
    expect(failure).toBe(
      'Nothing was deployed: add --snapshot newest to restore this snapshot, or --snapshot none for an empty database',
    );
  });

  test('a new database is restored from the named snapshot, or created empty, without a question if --snapshot is given', async () => {
    expect(await choose({ wanted: 'older' })).toMatchObject({ snapshot: 'older', isAsked: false });
    expect(await choose({ wanted: 'none' })).toMatchObject({ snapshot: undefined, isAsked: false });
  });

  test('a new database is not restored from a snapshot of another stack', async () => {
    expect((await choose({ wanted: 'of-another-stage' })).failure).toBe(
      "--snapshot of-another-stage: there is no such snapshot; this stack's snapshots are: newest, older",
    );
  });

  test('a new database is created empty, without a question, if the stack has no snapshot', async () => {
    rds.snapshots.length = 0;
    expect(await choose()).toEqual({ snapshot: undefined, printed: '', isAsked: false });
  });

  test('a new database is not restored from the snapshot of a database that was never in use, unless the user names it', async () => {
    rds.snapshots.splice(0, rds.snapshots.length, snapshot('of-rollback', '2026-11-05T10:00:00Z', { tags: TAGS }));
    expect(await choose()).toEqual({ snapshot: undefined, printed: '', isAsked: false });
    expect(await choose({ wanted: 'of-rollback' })).toMatchObject({ snapshot: 'of-rollback' });
  });

  test('a new database is restored from a snapshot of version 1.0.0 if the old database was older than a day', async () => {
    const old = { tags: TAGS, clusterCreatedAt: '2026-11-01T09:00:00Z' };
    rds.snapshots.push(snapshot('of-1-0-0', '2026-11-05T10:00:00Z', old));
    expect(await choose({ answer: true })).toMatchObject({ snapshot: 'of-1-0-0' });
  });

  test('a new database is not restored into an earlier PostgreSQL version than that of its snapshot', async () => {
    rds.snapshots.push(snapshot('upgraded', '2026-11-05T10:00:00Z', { engineVersion: '17.10' }));
    expect((await choose({ answer: true })).failure).toBe(
      "The snapshot upgraded comes from PostgreSQL 17.10, and the new database would run PostgreSQL 17.7: write database: { engineVersion: '17.10' } in dashboard.yml",
    );
    const dashboard = { ...withSql, ownDatabase: { engineVersion: '17.10' } };
    expect(await choose({ dashboard, answer: true })).toMatchObject({ snapshot: 'upgraded' });
  });

  test('a new database in an existing stack is restored from the newest snapshot if the user agrees', async () => {
    cloudFormation.stacks.set(NAME, stackWith({}));
    expect(await choose({ answer: true })).toMatchObject({ snapshot: 'newest' });
  });
});

describe('a deployed database', () => {
  test('a deployed database keeps its snapshot as the origin, even if a newer one exists or the snapshot was deleted', async () => {
    cloudFormation.stacks.set(NAME, stackWith(database({ SnapshotIdentifier: 'older' })));
    expect(await choose()).toMatchObject({ snapshot: 'older', isAsked: false });
    rds.snapshots.length = 0;
    expect(await choose({ wanted: 'older' })).toMatchObject({ snapshot: 'older' });
    expect((await withDeployedSnapshot(withSql, 'dev')).ownDatabase).toEqual({ snapshot: 'older' });
    expect(rds.actions).toEqual([]);
  });

  test('a deployed database keeps the settings that come from its snapshot', async () => {
    cloudFormation.stacks.set(NAME, stackWith(database({ SnapshotIdentifier: 'older' })));
    const dashboard = { ...withSql, ownDatabase: { engineVersion: '17.8' } };
    expect((await withDeployedSnapshot(dashboard, 'dev')).ownDatabase).toEqual({
      engineVersion: '17.8',
      snapshot: 'older',
    });
  });

  test('a deployed database stays without a snapshot if it was created empty', async () => {
    cloudFormation.stacks.set(NAME, stackWith(database({ MasterUsername: 'wallfeed' })));
    expect(await choose()).toMatchObject({ snapshot: undefined, isAsked: false });
  });

  test('a deployed database is not replaced if the user names a snapshot', async () => {
    cloudFormation.stacks.set(NAME, stackWith(database({ SnapshotIdentifier: 'older' })));
    expect((await choose({ wanted: 'newest' })).failure).toMatch(
      /^--snapshot newest: the stack has a database already, which was restored from older\. To restore another snapshot, /,
    );
    expect((await choose({ wanted: 'none' })).failure).toMatch(/^--snapshot none: the stack has a database already/);
    cloudFormation.stacks.set(NAME, stackWith(database({})));
    expect((await choose({ wanted: 'newest' })).failure).toMatch(/already, which began empty\. /);
  });
});

test('a stack without a database of its own asks no question, and refuses --snapshot', async () => {
  expect(await choose({ dashboard: withoutSql })).toMatchObject({ snapshot: undefined, isAsked: false });
  expect((await choose({ dashboard: withoutSql, wanted: 'newest' })).failure).toBe(
    '--snapshot: the stack has no database of its own',
  );
  expect(rds.actions).toEqual([]);
});
