import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { defaultVersion } from '../dashboard/head/engine-version.ts';
import { needsDatabase } from '../stack/sources.ts';
import { tagsOf } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { ask } from '../terminal/print.ts';
import { type DatabaseSnapshot, listSnapshots } from './aws/databases.ts';
import { findStack, readDeployedTemplate, type StackAddress, stackAddressOf } from './aws/stacks.ts';

type AskRestore = () => Promise<boolean | undefined>;

const askUser: AskRestore = async () => {
  const answer = await ask('Restore it, or begin with an empty database? Type restore or empty: ');
  return /^r(estore)?$/i.test(answer) || (/^e(mpty)?$/i.test(answer) ? false : undefined);
};

/**
 * Creates the question whether to restore a snapshot. With `--yes` the answer is yes; without a terminal, undefined.
 */
export const createAskRestore = (isAgreed: boolean): AskRestore => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? askUser : async () => undefined;
};

interface DeployedDatabase {
  /** Absent for a database that began empty. */
  readonly snapshot?: string;
}

/** Statuses of stacks without resources: the creation was not confirmed, or failed. */
const WITHOUT_RESOURCES = /^(REVIEW_IN_PROGRESS|ROLLBACK_COMPLETE|DELETE_COMPLETE)$/;

const readDeployedDatabase = async (address: StackAddress): Promise<DeployedDatabase | undefined> => {
  const stack = await findStack(address);
  if (!stack || WITHOUT_RESOURCES.test(stack.status)) return undefined;
  const { Database } = (await readDeployedTemplate(address)).Resources;
  if (!Database) return undefined;
  const { SnapshotIdentifier: snapshot } = Database.Properties ?? {};
  return typeof snapshot === 'string' ? { snapshot } : {};
};

const NO_SNAPSHOT = 'none';

export interface SnapshotOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** The id of a snapshot, or `none`. */
  readonly wanted?: string;
  readonly ask: AskRestore;
  readonly print: (text: string) => void;
}

const withSnapshot = (dashboard: LoadedDashboard, snapshot: string | undefined): LoadedDashboard =>
  snapshot === undefined ? dashboard : { ...dashboard, ownDatabase: { ...dashboard.ownDatabase, snapshot } };

/** Refuses another snapshot for an existing database, because CloudFormation would replace the database. */
const refuseOther = ({ snapshot }: DeployedDatabase, wanted: string): CommandFailure => {
  const origin = snapshot === undefined ? 'which began empty' : `which was restored from ${snapshot}`;
  return fail(
    `--snapshot ${wanted}: the stack has a database already, ${origin}. To restore another snapshot, take the endpoints ` +
      'with SQL out of dashboard.yml, deploy, put them back, and deploy with --snapshot',
  );
};

const isLater = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) > 0;

/** Refuses a snapshot of a later PostgreSQL version than the database would have, because AWS cannot restore it. */
const refuseVersion = ({ id, engineVersion }: DatabaseSnapshot, { ownDatabase, dialect }: LoadedDashboard) => {
  const target = ownDatabase?.engineVersion ?? defaultVersion(dialect?.engine);
  if (!isLater(engineVersion, target)) return undefined;
  return fail(
    `The snapshot ${id} comes from PostgreSQL ${engineVersion}, and the new database would run PostgreSQL ${target}: ` +
      `write database: { engineVersion: '${engineVersion}' } in dashboard.yml`,
  );
};

const findNamed = (snapshots: readonly DatabaseSnapshot[], wanted: string): DatabaseSnapshot | CommandFailure => {
  const known = snapshots.length > 0 ? snapshots.map(({ id }) => id).join(', ') : 'none';
  return (
    snapshots.find(({ id }) => id === wanted) ??
    fail(`--snapshot ${wanted}: there is no such snapshot; this stack's snapshots are: ${known}`)
  );
};

const propose = async (
  { id, createdAt }: DatabaseSnapshot,
  { ask, print }: SnapshotOptions,
): Promise<boolean | CommandFailure> => {
  const date = createdAt.toISOString().slice(0, 10);
  print(`This stack had a database before. Its last snapshot is ${id}, made on ${date}.`);
  const refusal = `Nothing was deployed: add --snapshot ${id} to restore this snapshot`;
  return (await ask()) ?? fail(`${refusal}, or --snapshot ${NO_SNAPSHOT} for an empty database`);
};

/**
 * Returns the snapshot to restore; undefined for an empty database. Never proposes a snapshot of a database that was
 * never in use.
 */
const choose = async (options: SnapshotOptions): Promise<DatabaseSnapshot | CommandFailure | undefined> => {
  const { dashboard, stage, wanted } = options;
  if (wanted === NO_SNAPSHOT) return undefined;
  const snapshots = await listSnapshots(tagsOf(dashboard, stage), stackAddressOf(dashboard, stage).region);
  if (wanted !== undefined) return findNamed(snapshots, wanted);
  const newest = snapshots.find(({ wasUsed }) => wasUsed);
  if (!newest) return undefined;
  const answer = await propose(newest, options);
  if (typeof answer === 'object') return answer;
  return answer ? newest : undefined;
};

const restore = async (options: SnapshotOptions): Promise<LoadedDashboard | CommandFailure> => {
  const { dashboard, print } = options;
  const chosen = await choose(options);
  if (!chosen) return dashboard;
  if ('failure' in chosen) return chosen;
  const refused = refuseVersion(chosen, dashboard);
  if (refused) return refused;
  print(`The database is restored from the snapshot ${chosen.id}.`);
  return withSnapshot(dashboard, chosen.id);
};

/**
 * Decides from which snapshot the stack's own database is restored. A deployed database keeps the snapshot in its
 * template. For a new database, proposes the last snapshot of the same stack.
 */
export const chooseSnapshot = async (options: SnapshotOptions): Promise<LoadedDashboard | CommandFailure> => {
  const { dashboard, stage, wanted } = options;
  if (!needsDatabase(dashboard)) {
    return wanted === undefined ? dashboard : fail('--snapshot: the stack has no database of its own');
  }
  const deployed = await readDeployedDatabase(stackAddressOf(dashboard, stage));
  if (!deployed) return restore(options);
  const { snapshot } = deployed;
  if (wanted !== undefined && wanted !== (snapshot ?? NO_SNAPSHOT)) return refuseOther(deployed, wanted);
  return withSnapshot(dashboard, snapshot);
};

export const withDeployedSnapshot = async (dashboard: LoadedDashboard, stage: string): Promise<LoadedDashboard> => {
  if (!needsDatabase(dashboard)) return dashboard;
  const deployed = await readDeployedDatabase(stackAddressOf(dashboard, stage));
  return withSnapshot(dashboard, deployed?.snapshot);
};
