import { chmod, cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO } from '../../../dashboard/folder/read-dashboard-file.ts';
import { SECRETS_FILE } from '../../../dashboard/head/secrets.ts';
import { programPath } from '../../../program/program-files.ts';
import { isPackaged } from '../../../program/project-root.ts';
import { printError } from '../../../terminal/print.ts';

/** The demo's secrets are public, but `check` warns of files that all users may read. */
const SECRETS_MODE = 0o600;

const EXPORT_AGE_MS = 5 * 60_000;
const CHECK_INTERVAL_MS = 60_000;

const ageOf = async (file: string): Promise<number> => {
  const stats = await stat(file).catch(() => undefined);
  return stats ? Math.abs(Date.now() - stats.mtimeMs) : Number.POSITIVE_INFINITY;
};

/**
 * Prepares the folder for a command if it is the demo: hides the secrets from other users, and writes the exports if they
 * are missing or old. The times in the exports are relative to now, so that the time window of any request has rows.
 */
export const refreshDemo = async (folder: string): Promise<void> => {
  if (folder !== DEMO) return;
  await chmod(join(DEMO, SECRETS_FILE), SECRETS_MODE).catch(() => undefined);
  const exports = join(folder, 'data/exports');
  if ((await ageOf(join(exports, 'orders.csv'))) < EXPORT_AGE_MS) return;
  const { writeExports } = await import('./write-exports.ts');
  await writeExports(exports, Date.now());
};

export const keepDemoFresh = (folder: string): void => {
  const refresh = () =>
    refreshDemo(folder).catch((error: Error) =>
      printError(`The demo’s exports could not be written again: ${error.message}`),
    );
  setInterval(refresh, CHECK_INTERVAL_MS).unref();
};

/** Copies the demo of the npm package to the user's cache, because its own folder may be read-only. */
export const prepareDemo = async (): Promise<string> => {
  if (isPackaged) await cp(programPath('demo'), DEMO, { recursive: true });
  await refreshDemo(DEMO);
  return DEMO;
};
