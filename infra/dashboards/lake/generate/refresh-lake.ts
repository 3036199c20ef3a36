import { join } from 'node:path';
import { pluralize } from '../../../../shared/errors/pluralize.ts';
import { withLock } from '../../../program/any-node.mjs';
import { clonePath } from '../../../program/program-files.ts';
import { print, printError } from '../../../terminal/print.ts';
import { DUCKDB_MB } from '../../../trino/dialect/duckdb.ts';

/** The npm package does not contain this folder. */
const LAKE = clonePath('infra/dashboards/lake');

const LAKE_AGE_MS = 5 * 60_000;
const CHECK_INTERVAL_MS = 60_000;

const reportFiles = (files: number): void =>
  print(`Writing a lake of a million rows: ${pluralize(files, 'file')} of the last 15 days`);

const reportInstall = (): void =>
  print(`Installing DuckDB, ${DUCKDB_MB} MB, which writes and reads the lake; this is done once`);

const refresh = async (report: (files: number) => void): Promise<void> => {
  const { writeLake } = await import('./write-lake.ts');
  const lake = join(LAKE, 'data', 'lake');
  const options = { maxAgeMs: LAKE_AGE_MS, report, onInstall: reportInstall };
  await withLock(`${lake}.lock`, () => writeLake(lake, Date.now(), options));
};

export const refreshLake = async (folder: string): Promise<void> => {
  if (folder === LAKE) await refresh(reportFiles);
};

export const prepareLake = async (): Promise<string> => {
  await refreshLake(LAKE);
  return LAKE;
};

export const keepLakeFresh = (folder: string): void => {
  if (folder !== LAKE) return;
  const again = () =>
    refresh(() => undefined).catch((error: Error) =>
      printError(`The lake’s files could not be written again: ${error.message}`),
    );
  setInterval(again, CHECK_INTERVAL_MS).unref();
};
