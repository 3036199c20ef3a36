import { join } from 'node:path';
import { findSeeds } from '../../dashboard/seeds/find-seeds.ts';
import type { Workgroups } from './athena/account.ts';
import { DUCKDB_MB } from './athena/duckdb.ts';
import { type Athena, startAthena } from './athena/start-athena.ts';
import { startAnswersTable, type TableDefinition } from './dynamodb.ts';
import type { EmulatorServer } from './emulator-server.ts';
import { type DataApi, startDataApi } from './rds-data/start-data-api.ts';
import { type ObjectStore, startObjectStore } from './s3.ts';
import { startParameterStore } from './ssm.ts';

/** Reports an error in the database seeds, and its consequence. */
export type ReportSeeds = (error: Error, meaning: string) => void;

const EMPTY = 'until then the local database is empty, and endpoints with sql answer SQL_FAILED';
const AS_BEFORE = 'until then the local database stays as it was';

const INSTALLING = `installing DuckDB, ${DUCKDB_MB} MB, on which the local Athena runs; this is done once`;

export interface EmulatorsOptions {
  /** The dashboard's folder. */
  readonly folder: string;
  readonly region: string;
  readonly report: ReportSeeds;
  /** Logs errors of refused statements under the name of the emulator: `sql` or `athena`. */
  readonly log: (source: string, line: string) => void;
}

/** The emulators that a dashboard needs, and their names. */
export interface Needs {
  readonly dashboard: string;
  readonly bucket: string;
  readonly database: boolean;
  /** The table of the shared cache. */
  readonly table?: TableDefinition;
  /** The workgroups of Athena by name. Absent if no dataset queries it. */
  readonly workgroups?: Workgroups;
}

/** Emulators on 127.0.0.1 of the AWS services that functions call, with the data of the dashboard's folder. */
export interface Emulators {
  readonly parameters: EmulatorServer;
  /** The emulated S3. Undefined until a dashboard needs it, like the next three. */
  readonly objects: ObjectStore | undefined;
  readonly database: DataApi | undefined;
  readonly answers: EmulatorServer | undefined;
  readonly athena: Athena | undefined;
  /** Starts the needed emulators that are not running yet. */
  provide(needs: Needs): Promise<void>;
  /** Reads the data folder again: objects, and the seeds if they changed. */
  refresh(seedsChanged: boolean): Promise<void>;
  /** Environment variables with which the SDK finds the emulators. */
  environment(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface NamedStore extends ObjectStore {
  readonly name: string;
}

const startStore = async ({ bucket, dashboard }: Needs, folder: string): Promise<NamedStore> => ({
  ...(await startObjectStore({ bucket, dashboard, data: join(folder, 'data') })),
  name: `${bucket}/${dashboard}`,
});

/** Starts the parameter store; the others start when a dashboard needs them. */
export const startEmulators = async ({ folder, region, report, log }: EmulatorsOptions): Promise<Emulators> => {
  const parameters = await startParameterStore({ secrets: join(folder, '.secrets.yml') });
  let objects: NamedStore | undefined;
  let database: DataApi | undefined;
  let answers: EmulatorServer | undefined;
  let athena: Athena | undefined;

  const logSql = (line: string): void => log('sql', line);

  const provideAthena = async (workgroups: Workgroups): Promise<void> => {
    athena?.setWorkgroups(workgroups);
    athena ??= await startAthena({
      data: join(folder, 'data'),
      workgroups,
      onInstall: () => log('athena', INSTALLING),
      log: (line) => log('athena', line),
    });
  };

  /** Starts an empty database if a seed fails, so that all other endpoints are served. */
  const startDatabase = async (): Promise<DataApi> => {
    try {
      return await startDataApi({ seeds: await findSeeds(folder), log: logSql });
    } catch (error) {
      report(error as Error, EMPTY);
      return startDataApi({ seeds: [], log: logSql });
    }
  };

  const provide = async (needs: Needs): Promise<void> => {
    if (objects?.name !== `${needs.bucket}/${needs.dashboard}`) {
      const previous = objects;
      objects = await startStore(needs, folder);
      await previous?.close();
    }
    if (needs.database) database ??= await startDatabase();
    if (needs.table) answers ??= await startAnswersTable(needs.table);
    if (needs.workgroups) await provideAthena(needs.workgroups);
  };

  const refresh = async (seedsChanged: boolean): Promise<void> => {
    await objects?.refresh();
    if (!seedsChanged) return;
    await database?.reseed(await findSeeds(folder)).catch((error: Error) => report(error, AS_BEFORE));
  };

  const environment = (): Readonly<Record<string, string>> => ({
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SSM: parameters.url,
    ...(objects ? { AWS_ENDPOINT_URL_S3: objects.url } : {}),
    ...(database ? { AWS_ENDPOINT_URL_RDS_DATA: database.url } : {}),
    ...(answers ? { AWS_ENDPOINT_URL_DYNAMODB: answers.url } : {}),
    ...(athena ? { AWS_ENDPOINT_URL_ATHENA: athena.url } : {}),
  });

  const close = async (): Promise<void> => {
    await Promise.all([parameters, objects, database, answers, athena].map((emulator) => emulator?.close()));
  };
  return {
    parameters,
    get objects() {
      return objects;
    },
    get database() {
      return database;
    },
    get answers() {
      return answers;
    },
    get athena() {
      return athena;
    },
    provide,
    refresh,
    environment,
    close,
  };
};
