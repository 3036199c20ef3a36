import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import type { SqlSource } from '../../shared/config/sources.ts';
import { isSql } from '../../shared/kinds/sql/is-sql.ts';
import { triedValues } from '../../shared/middleware/request-values.ts';
import { tablesOf } from '../../shared/pipeline/bind-endpoints.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type Owner, placeProblem } from '../dashboard/folder/definition-problem.ts';
import type { Diagnostic, Problem, TextProblem } from '../dashboard/folder/diagnostic.ts';
import { type Fields, hasFields } from '../dashboard/folder/fields.ts';
import { FILE_NAME } from '../dashboard/folder/read-dashboard-file.ts';
import { type Path, readYaml, type YamlFile } from '../dashboard/folder/read-yaml.ts';
import { findSeeds } from '../dashboard/sql/read-seeds.ts';
import { findStatement } from '../dashboard/sql/read-statement.ts';
import { localDatabaseOf, readUrl } from '../local/emulators/local-database.ts';
import { type DatabaseWorker, emptyImage, startWorker } from '../local/emulators/rds-data/start-worker.ts';
import { commandLine } from '../program/command-line.ts';
import { queriesOf } from '../stack/sources.ts';
import { type ResultProblem, resultProblems } from './check-result.ts';
import { checkDatasetResult, checkTableResult } from './check-selected-result.ts';
import type { CheckedDatabase } from './checked-database.ts';
import { openMysqlForCheck, openNamedForCheck } from './mysql-database.ts';
import { openNamedPostgresForCheck, openPostgresForCheck } from './postgres-database.ts';
import { createSeedRunner } from './run-seeds.ts';
import type { Result } from './sample-result.ts';
import { daysInUtc, localTimesNote, mayLackZone } from './zone-notes.ts';

interface Placed {
  /** Empty for a dataset. */
  readonly owner: Owner;
  readonly source: SqlSource;
  readonly path: Path;
  readonly parameters?: EndpointConfig['parameters'];
}

const fieldOf = (value: unknown, key: string): unknown => (hasFields(value) ? (value as Fields)[key] : undefined);

/** Contains the table's name if the endpoint names its tables. */
const pathOf = (file: unknown, slug: string, table: string): Path => {
  const definition = fieldOf(fieldOf(file, 'endpoints'), slug);
  const isNamed = fieldOf(fieldOf(definition, table), 'sql') !== undefined;
  return ['endpoints', slug, ...(isNamed ? [table] : []), 'sql'];
};

const ofEndpoints = ({ endpoints }: LoadedDashboard, file: unknown): readonly Placed[] =>
  endpoints.flatMap(({ slug, component, config }) =>
    Object.entries(config.tables).flatMap(([table, source]) =>
      isSql(source)
        ? [
            {
              owner: { endpoint: slug, component },
              source,
              path: pathOf(file, slug, table),
              parameters: config.parameters,
            },
          ]
        : [],
    ),
  );

const ofDatasets = ({ datasets }: LoadedDashboard): readonly Placed[] =>
  Object.entries(datasets).flatMap(
    ([
      name,
      {
        config: { source },
      },
    ]) => (isSql(source) ? [{ owner: {}, source, path: ['datasets', name, 'sql'] }] : []),
  );

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner, step) => fieldOf(inner, String(step)), value);

const placeAtSource = async (
  folder: string,
  yaml: YamlFile,
  placed: Placed,
  problem: TextProblem,
  database?: CheckedDatabase,
) => {
  const { path, owner, source } = placed;
  const statement = await findStatement(folder, valueAt(yaml.value, path), path);
  const inFile = statement ? statement.place(problem) : { path, ...problem };
  /** A database that the dashboard names may have tables that the seeds do not create. */
  const isDoubtful = source.database !== undefined && !database?.isNamed && inFile.severity !== 'note';
  const severity = isDoubtful ? ({ severity: 'warning' } as const) : {};
  return placeProblem(join(folder, FILE_NAME), yaml, { ...inFile, ...severity }, owner);
};

const tableOf = (path: Path): string => (path.length > 3 ? String(path[2]) : 'table');

/** Returns undefined for a dataset. */
const definitionOf = ({ checked }: LoadedDashboard, { owner, path }: Placed): TableDefinition | undefined => {
  const one = checked.find(({ slug }) => slug === owner.endpoint);
  if (!one?.component) return undefined;
  const { shape } = one.component;
  return tablesOf(shape, { options: one.config.options })[tableOf(path)];
};

const placeOfResult = (folder: string, yaml: YamlFile, placed: Placed, problem: ResultProblem) => {
  const { column, ...rest } = problem;
  if (column === undefined) return placeAtSource(folder, yaml, placed, { offset: 0, ...rest });
  const path = [...placed.path.slice(0, -1), 'columns', column];
  return placeProblem(join(folder, FILE_NAME), yaml, { ...rest, path }, placed.owner);
};

type StartDatabase = () => Promise<DatabaseWorker>;

const startEmpty: StartDatabase = async () => startWorker(await emptyImage());

const MAX_SEED_MS = 60_000;

/** Returns a note if there is none. */
const openDatabase = async (
  dashboard: LoadedDashboard,
  seeds: readonly string[],
  maxMs: number,
  start: StartDatabase,
): Promise<CheckedDatabase | { readonly problem: string }> => {
  const local = localDatabaseOf(dashboard);
  const { dialect = {} } = dashboard;
  if (local.variable === undefined)
    return local.engine === 'mysql'
      ? openMysqlForCheck(local, dialect, seeds, createSeedRunner(maxMs))
      : openPostgresForCheck(seeds, createSeedRunner(maxMs), start, dialect.timezone);
  const read = readUrl(local);
  if ('problem' in read) return read;
  return local.engine === 'mysql'
    ? openNamedForCheck(read.url, dialect)
    : openNamedPostgresForCheck(read.url, dialect.timezone);
};

const checkResult = async (database: CheckedDatabase, dashboard: LoadedDashboard, yaml: YamlFile, placed: Placed) => {
  const { statement, own = [] } = placed.source;
  const { fieldOf } = triedValues(placed.parameters ?? []);
  const values = own.map((name) => ({ name, value: fieldOf(name) }));
  const sample = await database.sample({ statement, own: values });
  if (!sample) return { diagnostics: [], types: [] };
  if ('problem' in sample)
    return { diagnostics: [await placeAtSource(dashboard.folder, yaml, placed, sample.problem, database)], types: [] };
  const notes = await Promise.all(
    daysInUtc(statement, dashboard.timezone).map((note) => placeAtSource(dashboard.folder, yaml, placed, note)),
  );
  const { result } = sample;
  return { diagnostics: [...notes, ...(await checkSample(result, dashboard, yaml, placed))], types: result.types };
};

const checkSample = async (
  result: Result,
  dashboard: LoadedDashboard,
  yaml: YamlFile,
  placed: Placed,
): Promise<readonly Diagnostic[]> => {
  const { path, source } = placed;
  const { statement } = source;
  if (path[0] === 'datasets') return checkDatasetResult(String(path[1]), result, dashboard, statement);
  if (source.selection) return checkTableResult(String(path[1]), tableOf(path), result, dashboard, statement);
  const definition = definitionOf(dashboard, placed);
  if (!definition) return [];
  const problems = resultProblems(source, result, definition, dashboard.timezone);
  return Promise.all(problems.map((problem) => placeOfResult(dashboard.folder, yaml, placed, problem)));
};

const checkWith = async (database: CheckedDatabase, dashboard: LoadedDashboard) => {
  if (database.failed)
    return [{ hint: `correct the statement: ${commandLine('start')} runs this file, too`, ...database.failed }];
  const { folder } = dashboard;
  const yaml = readYaml(await readFile(join(folder, FILE_NAME), 'utf8'));
  const found: Diagnostic[] = [];
  let hasZoneNote = false;
  for (const placed of [...ofDatasets(dashboard), ...ofEndpoints(dashboard, yaml.value)]) {
    const refusal = await database.describe(placed.source.statement);
    if (refusal) {
      found.push(await placeAtSource(folder, yaml, placed, refusal, database));
      continue;
    }
    const groups = await database.checkGroups?.(placed.source.statement);
    if (groups) found.push(await placeAtSource(folder, yaml, placed, groups));
    const { diagnostics, types } = await checkResult(database, dashboard, yaml, placed);
    found.push(...diagnostics);
    const isKnown: boolean =
      hasZoneNote || !hasTimes(dashboard, placed) || diagnostics.some(({ losesZone }) => losesZone);
    const note: TextProblem | undefined = isKnown ? undefined : localTimesNote(types, dashboard);
    if (note) found.push(await placeAtSource(folder, yaml, placed, note));
    hasZoneNote ||= note !== undefined;
  }
  return found;
};

const placeAtTop = async ({ folder }: LoadedDashboard, problem: Problem & { readonly severity: 'note' }) => {
  const yaml = readYaml(await readFile(join(folder, FILE_NAME), 'utf8'));
  return placeProblem(join(folder, FILE_NAME), yaml, { ...problem, path: ['database'] });
};

const NOT_TRIED = 'the statements were not tried in a database';

const hasTimes = (dashboard: LoadedDashboard, placed: Placed): boolean => {
  const { columns } = placed.source.selection ?? {};
  if (columns) return columns.some(({ source }) => source.from === 'bucket');
  const definition = definitionOf(dashboard, placed);
  return definition?.kind === 'fixed' && Object.values(definition.columns).some(({ type }) => type === 'time');
};

/** Finds what the texts of the statements say about zones, without a database. */
const checkTexts = async (dashboard: LoadedDashboard): Promise<readonly Diagnostic[]> => {
  const { folder, timezone, written } = dashboard;
  if (Object.keys(written.value).length === 0) return [];
  const yaml = readYaml(await readFile(join(folder, FILE_NAME), 'utf8'));
  const placed = [...ofDatasets(dashboard), ...ofEndpoints(dashboard, yaml.value)];
  const notes = placed.flatMap((one) => {
    const { statement } = one.source;
    const found = [
      ...daysInUtc(statement, timezone),
      ...(hasTimes(dashboard, one) ? mayLackZone(statement, timezone) : []),
    ];
    return found.map((note) => placeAtSource(folder, yaml, one, note));
  });
  return Promise.all(notes);
};

/**
 * Runs the seeds of a dashboard in a local database, prepares the statements of all endpoints there, and compares the first
 * rows of their results with the components. Without seeds, only reads the statements, because an empty database would
 * refuse every one. A file of seeds may run for `maxSeedMs` milliseconds. `start` starts an empty database.
 */
export const checkStatements = async (
  dashboard: LoadedDashboard,
  maxSeedMs = MAX_SEED_MS,
  start = startEmpty,
): Promise<readonly Diagnostic[]> => {
  const seeds = await findSeeds(dashboard.folder);
  const { localDatabase, dialect } = dashboard;
  if (seeds.length === 0 && localDatabase === undefined) return checkTexts(dashboard);
  if (dialect?.engine === 'mysql' && queriesOf(dashboard).length === 0) return [];
  const database = await openDatabase(dashboard, seeds, maxSeedMs, start);
  if ('problem' in database) {
    const note = { severity: 'note', message: NOT_TRIED, hint: database.problem } as const;
    return [...(await checkTexts(dashboard)), await placeAtTop(dashboard, note)];
  }
  try {
    const found = await checkWith(database, dashboard);
    if (!database.isNamed || seeds.length === 0) return found;
    const message = `the *.sql files of data/ are not run in the database of env:${localDatabase}, where nothing is written`;
    const hint = 'create its tables yourself, or leave `database.local` out for a database with the files';
    return [...found, await placeAtTop(dashboard, { severity: 'note', message, hint })];
  } finally {
    await database.close();
  }
};
