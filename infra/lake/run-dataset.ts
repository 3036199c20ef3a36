import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDeadline } from '../../shared/aws/deadline.ts';
import type { DatasetConfig, DatasetSource } from '../../shared/config/sources.ts';
import { bindSource } from '../../shared/datasets/bind-source.ts';
import { type Slot, slotOf } from '../../shared/datasets/slot.ts';
import { literalOf } from '../../shared/kinds/athena/athena-query.ts';
import { UNLIMITED } from '../../shared/limits/budget.ts';
import { triedValues } from '../../shared/middleware/request-values.ts';
import type { RequestWindow } from '../../shared/sources/rds-data.ts';
import { type Answers, createProbe } from '../begin/answers/probe-answers.ts';
import { createReadSecret } from '../client/send-request.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { placeProblem } from '../dashboard/folder/definition-problem.ts';
import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { asFields } from '../dashboard/folder/fields.ts';
import { FILE_NAME } from '../dashboard/folder/read-dashboard-file.ts';
import { readYaml } from '../dashboard/folder/read-yaml.ts';
import { offsetOfPosition, type Position } from '../dashboard/folder/text-position.ts';
import { SECRETS_FILE } from '../dashboard/head/secrets.ts';
import type { DatasetRows, QueryPlace } from '../dashboard/kinds/source-kind.ts';
import { kindOf } from '../dashboard/registry/kinds.ts';
import { findStatement, isParameter, type WrittenStatement } from '../dashboard/sql/read-statement.ts';
import { explained, requireCredentials } from '../deploy/aws/call-service.ts';
import { requireStack, stackAddressOf } from '../deploy/aws/stacks.ts';
import { localDatabaseOf } from '../local/emulators/local-database.ts';
import { startEmulators } from '../local/emulators/start-emulators.ts';
import { BUCKET, LOCAL_WORKGROUP, REGION } from '../local/package-deployment.ts';
import { readProxies } from '../program/web-agents.ts';
import { OWN_DATABASE } from '../stack/sources.ts';
import { printError } from '../terminal/print.ts';
import { tokenize } from '../trino/sql-tokens.ts';

/** Finds the statement of a dataset as its author wrote it. Returns undefined for a dataset over a file. */
export const findQuery = async ({ folder, written, datasets }: LoadedDashboard, name: string) => {
  const { source } = datasets[name]?.config ?? {};
  if (!source || !('statement' in source)) return undefined;
  const path = ['datasets', name, source.source];
  return findStatement(folder, asFields(asFields(written.value.datasets)[name])[source.source], path);
};

interface Use {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const usesIn = (text: string): readonly Use[] =>
  tokenize(text)
    .filter(({ kind }) => kind === 'parameter')
    .map(({ text: word, offset }) => ({ name: word.slice(1), start: offset, end: offset + word.length }));

export const withLiterals = (text: string, window: RequestWindow): string =>
  usesIn(text).reduceRight(
    (sql, { name, start, end }) =>
      isParameter(name) ? `${sql.slice(0, start)}${literalOf(name, window)}${sql.slice(end)}` : sql,
    text.replace(/[;\s]+$/, ''),
  );

/**
 * Converts a position in the sent statement to an offset in the written statement. In the sent statement, one character
 * replaces each parameter.
 */
const writtenOffset = (text: string, position: Position): number => {
  const uses = usesIn(text);
  const sent = uses.reduceRight((sql, { start, end }) => `${sql.slice(0, start)}?${sql.slice(end)}`, text);
  const offset = offsetOfPosition(sent, position);
  return uses.reduce((at, { start, end }) => (start < at ? at + end - start - 1 : at), offset);
};

/** Finds the place in dashboard.yml, or in the SQL file that dashboard.yml names. */
export const placeFailure = async (
  { folder }: LoadedDashboard,
  { text, place }: WrittenStatement,
  {
    message,
    hint,
    position,
  }: { readonly message: string; readonly hint: string; readonly position?: Position | undefined },
): Promise<Diagnostic> => {
  const file = join(folder, FILE_NAME);
  const offset = position ? writtenOffset(text, position) : 0;
  return placeProblem(file, readYaml(await readFile(file, 'utf8')), place({ offset, message, hint }));
};

/** A dataset's reader finds the services by these environment variables. */
type Variables = Readonly<Record<string, string>>;

/** True if a source is neither in a stack nor in an account of AWS. Its secrets are in .secrets.yml. */
export const isOutside = (source: DatasetSource): boolean => kindOf(source).isOutside === true;

/** True if a source is in the bucket or the database of a stack. */
export const needsStack = (source: DatasetSource, { bucket }: LoadedDashboard): boolean =>
  'key' in source
    ? (source.bucket ?? bucket) === undefined
    : source.database === undefined && kindOf(source).isOfAccount !== true;

/** Returns the only credentials that readers know. */
const credentialVariables = async (region: string): Promise<Variables> => {
  const { accessKeyId, secretAccessKey, sessionToken } = await requireCredentials(region);
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
  };
};

const stackVariables = async (dashboard: LoadedDashboard, stage: string): Promise<Variables> => {
  const { outputs } = await requireStack(stackAddressOf(dashboard, stage));
  return {
    WALLFEED_BUCKET: outputs.DataBucketName ?? '',
    WALLFEED_CLUSTER_ARN: outputs.DatabaseClusterArn ?? '',
    WALLFEED_SECRET_ARN: outputs.ReaderSecretArn ?? '',
    WALLFEED_DATABASE: OWN_DATABASE,
  };
};

export const useAws = async (
  dashboard: LoadedDashboard,
  source: DatasetSource,
  stage: string | undefined,
  region: string,
): Promise<void> => {
  Object.assign(process.env, { AWS_REGION: region }, await credentialVariables(region));
  if (dashboard.bucket !== undefined) process.env.WALLFEED_BUCKET = dashboard.bucket;
  if (stage !== undefined && needsStack(source, dashboard))
    Object.assign(process.env, await stackVariables(dashboard, stage));
};

/** The functions of this stage may call this machine. */
const LOCAL_STAGE = 'local';

/** Runs work while the emulators of a dataset's services run over the files of the dashboard's folder. */
export const withEmulators = async <Result>(
  dashboard: LoadedDashboard,
  source: DatasetSource,
  work: (place: QueryPlace) => Promise<Result>,
): Promise<Result> => {
  const { folder, name } = dashboard;
  const bucket = dashboard.bucket ?? BUCKET;
  const emulators = await startEmulators({
    folder,
    region: REGION,
    report: (error, meaning) => printError(`${error.message}: ${meaning}`),
    log: (_, line) => (line.startsWith('installing') ? printError(line) : undefined),
  });
  try {
    const { database, ...needs } = kindOf(source).emulator?.needs(LOCAL_WORKGROUP) ?? {};
    const local = database ? localDatabaseOf(dashboard) : false;
    await emulators.provide({ dashboard: name, bucket, database: local, ...needs });
    const address = { WALLFEED_CLUSTER_ARN: 'local', WALLFEED_SECRET_ARN: 'local', WALLFEED_DATABASE: OWN_DATABASE };
    Object.assign(process.env, emulators.environment(), {
      WALLFEED_STAGE: LOCAL_STAGE,
      WALLFEED_BUCKET: bucket,
      ...address,
    });
    return await work({ region: REGION, workgroup: LOCAL_WORKGROUP, explained });
  } finally {
    await emulators.close();
  }
};

/** If the request chooses the length of the window. */
const PERIOD_MINUTES = 60;

/** Returns values with which the endpoints of a dataset over a host are tried. */
const valuesFor = ({ source }: DatasetConfig, { endpoints }: LoadedDashboard) => {
  const own = isOutside(source) ? (source.own ?? []) : [];
  const known = endpoints.flatMap(({ config: { parameters = [] } }) => parameters);
  const used = own.flatMap((name) => known.find((one) => one.name === name) ?? []);
  return used.length > 0 ? { values: triedValues(used) } : {};
};

export const presentSlot = (config: DatasetConfig, dashboard: LoadedDashboard): Slot => {
  const now = Date.now();
  const window = { currentTime: now, timePeriod: PERIOD_MINUTES, ...valuesFor(config, dashboard) };
  return slotOf(config, window, { now, timezone: dashboard.timezone });
};

const MAX_READ_MS = 60_000;

const MINUTE_MS = 60_000;

/** Writes the times of a request to a host; undefined if it has none. */
export const timesOf = (
  { parameters = [] }: DatasetSource,
  { currentTime, timePeriod }: RequestWindow,
): string | undefined => {
  const [from, to] = [currentTime - timePeriod * MINUTE_MS, currentTime].map((ms) => new Date(ms).toISOString());
  if (parameters.length === 0) return undefined;
  return parameters.some((one) => one === 'from' || one === 'timePeriod') ? `:from ${from}, :to ${to}` : `:to ${to}`;
};

/** Rows, and what was learned of the answers of the dataset's host, if it has one. */
export interface QueriedRows extends DatasetRows {
  readonly answers?: Answers;
  /** In UTC. Absent if the request has no times. */
  readonly times?: string | undefined;
}

/** Reads .secrets.yml. Names those that are missing. */
const readSecretsOf = async (folder: string): Promise<(name: string) => string | undefined> => {
  const readSecret = await createReadSecret(folder);
  return (name) => {
    const value = readSecret({ from: 'ssm', name });
    if (value === undefined) printError(`not in ${SECRETS_FILE}: ${name}`);
    return value;
  };
};

/** Reads from the services that the environment names. */
const readAsFunction = async (
  config: DatasetConfig,
  slot: Slot,
  { folder, timezone }: LoadedDashboard,
): Promise<QueriedRows> => {
  const began = performance.now();
  const deadline = createDeadline(began + MAX_READ_MS);
  if (isOutside(config.source)) Object.assign(process.env, readProxies());
  const { probe, answers } = createProbe(await readSecretsOf(folder));
  const limits = { deadline, budget: UNLIMITED, objects: undefined, hasStale: false, probe };
  const read = await bindSource(config, timezone)(slot, undefined, limits);
  if ('fault' in read) throw read.fault;
  const { header, origins, columns, length } = read.rows;
  return {
    columns: header.map((name, index) => ({ name, type: origins[index] ?? 'text' })),
    rows: Array.from({ length }, (_, row) => columns.map((cells) => cells[row] ?? null)),
    scannedBytes: 0,
    seconds: (performance.now() - began) / 1000,
    ...(isOutside(config.source) && { answers: answers() }),
    ...(isOutside(config.source) && { times: timesOf(config.source, slot.window) }),
  };
};

/** Reads a dataset over a host, as the local stack does. @throws WallfeedError. */
export const readFromHost = (config: DatasetConfig, dashboard: LoadedDashboard): Promise<QueriedRows> => {
  process.env.WALLFEED_STAGE = LOCAL_STAGE;
  return readAsFunction(config, presentSlot(config, dashboard), dashboard);
};

/** @throws QueryFailure, WallfeedError, or an Error that explains what AWS refused. */
export const runDataset = (
  config: DatasetConfig,
  dashboard: LoadedDashboard,
  place: QueryPlace,
): Promise<QueriedRows> => {
  const slot = presentSlot(config, dashboard);
  const { run } = kindOf(config.source);
  return run ? run(config.source, slot.window, place) : readAsFunction(config, slot, dashboard);
};
