import { type Detail, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import type { TimeWindow } from '../../../shared/selection/window.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { makeFolderBody, oneEndpoint, readFolderTables } from './make-body.ts';
import { writeFolder } from './write-folder.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const NOW = Date.parse('2026-11-21T12:00:00Z');

const HOUR_MINUTES = 60;

/** Before noon in UTC. */
export const LAST_HOUR: TimeWindow = { currentTime: NOW, timePeriod: HOUR_MINUTES };

const writeFiles = (definition: string, files: Files, timezone: string): Promise<string> => {
  const data = Object.entries(files).map(([name, content]) => [`data/${name}`, content]);
  return writeFolder({ 'dashboard.yml': oneEndpoint(definition, timezone), ...Object.fromEntries(data) });
};

export interface FeedOptions {
  readonly request?: TimeWindow;
  readonly timezone?: string;
}

export const readTables = async (
  definition: string,
  files: Files,
  { request = LAST_HOUR, timezone = 'UTC' }: FeedOptions = {},
): Promise<Readonly<Record<string, Table>>> => {
  const folder = await writeFiles(definition, files, timezone);
  return (await readFolderTables({ folder, timezone, request })).tables;
};

export const feed = async (
  definition: string,
  files: Files,
  { request = LAST_HOUR, timezone = 'UTC' }: FeedOptions = {},
): Promise<unknown> => {
  const folder = await writeFiles(definition, files, timezone);
  return makeFolderBody({ folder, timezone, request });
};

/**
 * Returns the rows that a csv map selects from one file for a component. `keys` are the keys of the map, besides
 * `file`.
 */
export const select = async (
  component: string,
  keys: string,
  csv: string,
  options: FeedOptions & { readonly more?: string } = {},
): Promise<Table> => {
  const { more = '', ...feedOptions } = options;
  const definition = `{ component: ${component}, csv: { file: a.csv, ${keys} }${more} }`;
  const { table } = await readTables(definition, { 'a.csv': csv }, feedOptions);
  return table as Table;
};

export const detailsOf = async (made: Promise<unknown>): Promise<readonly Detail[]> => (await errorOf(made)).details;

export const errorOf = (made: Promise<unknown>): Promise<WallfeedError> =>
  made.then(
    (value) => {
      throw new Error(`no error, but ${JSON.stringify(value)}`);
    },
    (error) => {
      if (!(error instanceof WallfeedError)) throw error;
      return error;
    },
  );
