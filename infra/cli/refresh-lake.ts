import { join } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { projectRoot } from '../build/project-root.ts';
import { DUCKDB_MB } from '../local/emulators/athena/duckdb.ts';

/** The folder of the demo dashboard over a data lake. The npm package does not contain it. */
export const LAKE = join(projectRoot, 'infra', 'dashboards', 'lake');

/** Age after which the files with today's rows are written again. */
const LAKE_AGE_MS = 5 * 60_000;
const CHECK_INTERVAL_MS = 60_000;

const reportFiles = (files: number): void =>
  console.log(`Writing a lake of a million rows: ${pluralize(files, 'file')} of the last 15 days`);

const reportInstall = (): void =>
  console.log(`Installing DuckDB, ${DUCKDB_MB} MB, which writes and reads the lake; this is done once`);

const refresh = async (report: (files: number) => void): Promise<void> => {
  const { writeLake } = await import('../dashboards/lake/generate/write-lake.ts');
  await writeLake(join(LAKE, 'data', 'lake'), Date.now(), { maxAgeMs: LAKE_AGE_MS, report, onInstall: reportInstall });
};

/** Writes the lake's files if the folder is the demo dashboard over a lake and the files are missing or old. */
export const refreshLake = async (folder: string): Promise<void> => {
  if (folder === LAKE) await refresh(reportFiles);
};

/** Writes the files with today's rows regularly while the lake is served. */
export const keepLakeFresh = (folder: string): void => {
  if (folder !== LAKE) return;
  const again = () =>
    refresh(() => undefined).catch((error: Error) =>
      console.error(`The lake’s files could not be written again: ${error.message}`),
    );
  setInterval(again, CHECK_INTERVAL_MS).unref();
};
