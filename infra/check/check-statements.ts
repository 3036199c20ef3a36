import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import type { SqlSource } from '../../shared/config/sources.ts';
import { isSql } from '../../shared/kinds/sql/is-sql.ts';
import { triedValues } from '../../shared/middleware/request-values.ts';
import { tablesOf } from '../../shared/pipeline/bind-endpoints.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type Owner, placeProblem } from '../dashboard/folder/definition-problem.ts';
import type { Diagnostic, TextProblem } from '../dashboard/folder/diagnostic.ts';
import { type Fields, hasFields } from '../dashboard/folder/fields.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { FILE_NAME } from '../dashboard/folder/read-dashboard-file.ts';
import { type Path, readYaml, type YamlFile } from '../dashboard/folder/read-yaml.ts';
import { offsetOfCharacter } from '../dashboard/folder/text-position.ts';
import { findSeeds, readSeeds, type Seed, seedDiagnostic } from '../dashboard/sql/read-seeds.ts';
import { findStatement } from '../dashboard/sql/read-statement.ts';
import type { Refusal } from '../local/emulators/rds-data/describe-statement.ts';
import { applySeeds, type DatabaseWorker, emptyImage, startWorker } from '../local/emulators/rds-data/start-worker.ts';
import { commandLine } from '../program/command-line.ts';
import { type ResultProblem, resultProblems } from './check-result.ts';
import { checkDatasetResult, checkTableResult } from './check-selected-result.ts';
import { inTime, type Result, sampleResult } from './sample-result.ts';
import { daysInUtc, mayLackZone } from './zone-notes.ts';

/** A statement of an endpoint or a dataset, and its path in dashboard.yml. */
interface Placed {
  /** The owner's slug and component; empty for a dataset. */
  readonly owner: Owner;
  readonly source: SqlSource;
  readonly path: Path;
  readonly parameters?: EndpointConfig['parameters'];
}

const MAX_LISTED_TABLES = 8;

const listTables = (tables: readonly string[]): string =>
  tables.length === 0
    ? 'the *.sql files of data/ create no table'
    : `the *.sql files of data/ create ${tables.slice(0, MAX_LISTED_TABLES).join(', ')}`;

const MISSING_TABLE = /^relation "(.+)" does not exist$/;

const hintOf = ({ message, hint, tables }: Refusal): string => {
  if (hint !== undefined) return hint;
  if (tables === undefined) return 'compare the statement with the tables that the *.sql files of data/ create';
  const near = nearestNames(MISSING_TABLE.exec(message)?.[1] ?? '', tables);
  return near.length > 0 ? didYouMean(near) : listTables(tables);
};

const problemOf = (statement: string, refusal: Refusal): TextProblem => ({
  offset: refusal.position === undefined ? 0 : offsetOfCharacter(statement, refusal.position - 1),
  message: `the database refuses the statement: ${refusal.message}`,
  hint: hintOf(refusal),
});

const fieldOf = (value: unknown, key: string): unknown => (hasFields(value) ? (value as Fields)[key] : undefined);

/**
 * Returns the path of a statement in dashboard.yml. The path contains the table's name if the endpoint names its tables.
 */
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

/** Adds the place of a problem: in dashboard.yml, or in the SQL file that dashboard.yml names. */
const placeAtSource = async (folder: string, yaml: YamlFile, placed: Placed, problem: TextProblem) => {
  const { path, owner, source } = placed;
  const statement = await findStatement(folder, valueAt(yaml.value, path), path);
  const inFile = statement ? statement.place(problem) : { path, ...problem };
  /** A database that the dashboard names may have tables that the seeds do not create. */
  const isDoubtful = source.database !== undefined && inFile.severity !== 'note';
  const severity = isDoubtful ? ({ severity: 'warning' } as const) : {};
  return placeProblem(join(folder, FILE_NAME), yaml, { ...inFile, ...severity }, owner);
};

/** Returns the name of the table that a statement fills. */
const tableOf = (path: Path): string => (path.length > 3 ? String(path[2]) : 'table');

/** Returns the table of the component that a statement fills; undefined for a dataset. */
const definitionOf = ({ checked }: LoadedDashboard, { owner, path }: Placed): TableDefinition | undefined => {
  const one = checked.find(({ slug }) => slug === owner.endpoint);
  if (!one?.component) return undefined;
  const { shape } = one.component;
  return tablesOf(shape, { options: one.config.options })[tableOf(path)];
};

/** Gives a problem of a result its place: the name in `columns`, or the statement. */
const placeOfResult = (folder: string, yaml: YamlFile, placed: Placed, problem: ResultProblem) => {
  const { column, ...rest } = problem;
  if (column === undefined) return placeAtSource(folder, yaml, placed, { offset: 0, ...rest });
  const path = [...placed.path.slice(0, -1), 'columns', column];
  return placeProblem(join(folder, FILE_NAME), yaml, { ...rest, path }, placed.owner);
};

/** Maximum time that a file of seeds may run. */
const MAX_SEED_MS = 60_000;

/** Runs the seeds. Returns a diagnostic for the first file that fails or runs too long. */
const runSeeds = async (
  worker: DatabaseWorker,
  seeds: readonly Seed[],
  maxMs: number,
): Promise<Diagnostic | undefined> => {
  // Waits for the start of the database, which must not count as run time of the first file.
  await worker.call('seed', []);
  for (const seed of seeds) {
    const running = applySeeds(worker, [seed]);
    const failed = await inTime(running, maxMs);
    if (failed === 'late') {
      // Handles the rejection of the call, which rejects when the worker ends.
      running.catch(() => undefined);
      return seedDiagnostic(seed, 0, `the file still runs after ${maxMs / 1000} s`);
    }
    if (failed) return failed;
  }
  return undefined;
};

type StartDatabase = () => Promise<DatabaseWorker>;

const startEmpty: StartDatabase = async () => startWorker(await emptyImage());

/** Creates a local database with the seeds. `restart` starts it again after a statement that ran too long. */
const createSeeded = async (seeds: readonly string[], maxMs: number, start: StartDatabase) => {
  const read = await readSeeds(seeds);
  let worker = await start();
  const failed = await runSeeds(worker, read, maxMs);
  return {
    failed,
    worker: () => worker,
    restart: async () => {
      await worker.terminate();
      worker = await start();
      await worker.call('seed', read);
    },
  };
};

type Seeded = Awaited<ReturnType<typeof createSeeded>>;

const checkResult = async (seeded: Seeded, dashboard: LoadedDashboard, yaml: YamlFile, placed: Placed) => {
  const { statement, own = [] } = placed.source;
  const { fieldOf } = triedValues(placed.parameters ?? []);
  const values = own.map((name) => ({ name, value: fieldOf(name) }));
  const sample = await sampleResult(seeded, { statement, own: values });
  if (!sample) return [];
  if ('problem' in sample) return [await placeAtSource(dashboard.folder, yaml, placed, sample.problem)];
  const notes = await Promise.all(
    daysInUtc(statement, dashboard.timezone).map((note) => placeAtSource(dashboard.folder, yaml, placed, note)),
  );
  return [...notes, ...(await checkSample(sample.result, dashboard, yaml, placed))];
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

const checkWith = async (seeded: Seeded, dashboard: LoadedDashboard) => {
  if (seeded.failed)
    return [{ hint: `correct the statement: ${commandLine('start')} runs this file, too`, ...seeded.failed }];
  const { folder } = dashboard;
  const yaml = readYaml(await readFile(join(folder, FILE_NAME), 'utf8'));
  const found: Diagnostic[] = [];
  for (const placed of [...ofDatasets(dashboard), ...ofEndpoints(dashboard, yaml.value)]) {
    const { statement } = placed.source;
    const refusal = await seeded.worker().call('describe', statement);
    if (refusal) found.push(await placeAtSource(folder, yaml, placed, problemOf(statement, refusal)));
    else found.push(...(await checkResult(seeded, dashboard, yaml, placed)));
  }
  return found;
};

/** True if a column of the component, or of the selection beside the statement, is a time. */
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
  if (seeds.length === 0) return checkTexts(dashboard);
  const seeded = await createSeeded(seeds, maxSeedMs, start);
  try {
    return await checkWith(seeded, dashboard);
  } finally {
    await seeded.worker().terminate();
  }
};
