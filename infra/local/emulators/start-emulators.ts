import { join } from 'node:path';
import { findSeeds } from '../../dashboard/sql/read-seeds.ts';
import { DUCKDB_MB } from '../../trino/dialect/duckdb.ts';
import { type Athena, startAthena, type Workgroups } from './athena/start-athena.ts';
import { startAnswersTable, type TableDefinition } from './dynamodb.ts';
import { type LocalDatabase, openAfter, openerOf } from './local-database.ts';
import { type DataApi, startDataApi } from './rds-data/start-data-api.ts';
import { type ObjectStore, startObjectStore } from './s3.ts';
import type { EmulatorServer } from './server/emulator-server.ts';
import { createSessionKey, type SessionKey } from './server/signature.ts';
import { startParameterStore } from './ssm.ts';

/** `meaning` says what follows from the error. */
export type ReportSeeds = (error: Error, meaning: string) => void;

const EMPTY = 'until then the local database is empty, and endpoints with sql respond with SQL_FAILED';
const MISSING = 'until then endpoints with sql respond with SOURCE_THROTTLED, and all others are served';
const AS_BEFORE = 'until then the local database keeps the earlier data';

const INSTALLING = `installing DuckDB, ${DUCKDB_MB} MB, which emulates Athena; this is done once`;

interface KeyedOptions extends EmulatorsOptions {
  readonly key: SessionKey;
}

/** CloudWatch as local functions reach it. */
export interface Metrics {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server that calls CloudWatch for calls that are signed with the key. Undefined if this machine has no
 * credentials: then functions read files of data/cloudwatch.
 */
export type StartMetrics = (key: SessionKey) => Promise<Metrics | undefined>;

export interface EmulatorsOptions {
  readonly folder: string;
  readonly region: string;
  readonly report: ReportSeeds;
  readonly log: (source: string, line: string) => void;
  /** Absent if functions always read files in place of CloudWatch. */
  readonly startMetrics?: StartMetrics | undefined;
}

export interface Needs {
  readonly dashboard: string;
  readonly bucket: string;
  /** False if no endpoint has SQL. */
  readonly database: LocalDatabase | false;
  readonly table?: TableDefinition;
  /** Absent if no dataset queries Athena. */
  readonly workgroups?: Workgroups;
  /** True if a dataset has metrics of CloudWatch. */
  readonly metrics?: boolean;
}

/** An emulator is undefined until a dashboard needs it, except `parameters`. */
interface RunningEmulators {
  readonly parameters: EmulatorServer;
  objects: NamedStore | undefined;
  database: NamedDatabase | undefined;
  answers: EmulatorServer | undefined;
  athena: Athena | undefined;
  metrics: Metrics | undefined;
}

export interface Emulators extends Readonly<RunningEmulators> {
  provide(needs: Needs): Promise<void>;
  /**
   * Reads the data folder again: objects, and the seeds if they changed.
   * @param paths the files that changed, such as `data/a.csv`; by default, all files are compared.
   */
  refresh(seedsChanged: boolean, paths?: readonly string[]): Promise<void>;
  environment(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface NamedStore extends ObjectStore {
  readonly bucket: string;
  readonly name: string;
}

interface NamedDatabase extends DataApi {
  readonly name: string;
}

const provideStore = async (
  running: RunningEmulators,
  { bucket, dashboard }: Needs,
  { folder, key }: KeyedOptions,
): Promise<void> => {
  const name = `${bucket}/${dashboard}`;
  const previous = running.objects;
  if (previous?.name === name) return;
  running.objects = {
    ...(await startObjectStore({ bucket, dashboard, data: join(folder, 'data'), key })),
    bucket,
    name,
  };
  await previous?.close();
};

/** Starts a database. If that fails, starts one without seeds, so that all other endpoints are served. */
const startDatabase = async (database: LocalDatabase, { folder, report, log, key }: KeyedOptions): Promise<DataApi> => {
  const options = { log: (line: string): void => log('sql', line), key };
  try {
    return await startDataApi({ ...options, seeds: await findSeeds(folder), open: openerOf(database) });
  } catch (error) {
    report(error as Error, Object.hasOwn(Object((error as Error).cause), 'line') ? EMPTY : MISSING);
    return startDataApi({ ...options, seeds: [], open: openAfter(error as Error, database) });
  }
};

const provideDatabase = async (
  running: RunningEmulators,
  database: LocalDatabase,
  options: KeyedOptions,
): Promise<void> => {
  const name = JSON.stringify(database);
  const previous = running.database;
  if (previous?.name === name) return;
  running.database = { ...(await startDatabase(database, options)), name };
  await previous?.close();
};

const startLake = (workgroups: Workgroups, { folder, log, key }: KeyedOptions): Promise<Athena> =>
  startAthena({
    data: join(folder, 'data'),
    workgroups,
    key,
    onInstall: () => log('athena', INSTALLING),
    log: (line) => log('athena', line),
  });

const provide = async (running: RunningEmulators, needs: Needs, options: KeyedOptions): Promise<void> => {
  await provideStore(running, needs, options);
  if (needs.database) await provideDatabase(running, needs.database, options);
  if (needs.table) running.answers ??= await startAnswersTable(needs.table, options.key);
  if (needs.metrics) running.metrics ??= await options.startMetrics?.(options.key);
  if (!needs.workgroups) return;
  running.athena?.change({ workgroups: needs.workgroups });
  running.athena ??= await startLake(needs.workgroups, options);
};

const reseed = async (database: DataApi, { folder, report }: EmulatorsOptions): Promise<void> => {
  const seeds = await findSeeds(folder);
  await database.reseed(seeds).catch((error: Error) => report(error, AS_BEFORE));
};

const environmentOf = (
  { parameters, objects, database, answers, athena, metrics }: RunningEmulators,
  region: string,
  { accessKeyId, secretAccessKey }: SessionKey,
): Readonly<Record<string, string>> => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_ENDPOINT_URL_SSM: parameters.url,
  ...(objects ? { AWS_ENDPOINT_URL_S3: objects.url, WALLFEED_BUCKET: objects.bucket } : {}),
  ...(database ? { AWS_ENDPOINT_URL_RDS_DATA: database.url } : {}),
  ...(answers ? { AWS_ENDPOINT_URL_DYNAMODB: answers.url } : {}),
  ...(athena ? { AWS_ENDPOINT_URL_ATHENA: athena.url } : {}),
  ...(metrics ? { AWS_ENDPOINT_URL_CLOUDWATCH: metrics.url } : {}),
});

const close = async ({ parameters, objects, database, answers, athena, metrics }: RunningEmulators): Promise<void> => {
  await Promise.all([parameters, objects, database, answers, athena, metrics].map((emulator) => emulator?.close()));
};

/** Starts the parameter store. The other emulators start when a dashboard needs them. */
export const startEmulators = async (options: EmulatorsOptions): Promise<Emulators> => {
  const key = createSessionKey();
  const keyed = { ...options, key };
  const parameters = await startParameterStore({ secrets: join(options.folder, '.secrets.yml'), key });
  const running: RunningEmulators = {
    parameters,
    objects: undefined,
    database: undefined,
    answers: undefined,
    athena: undefined,
    metrics: undefined,
  };
  return Object.assign(running, {
    provide: (needs: Needs) => provide(running, needs, keyed),
    refresh: async (seedsChanged: boolean, paths?: readonly string[]) => {
      await running.objects?.refresh(paths);
      if (seedsChanged && running.database) await reseed(running.database, options);
    },
    environment: () => environmentOf(running, options.region, key),
    close: () => close(running),
  });
};
