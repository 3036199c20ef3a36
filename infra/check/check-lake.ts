import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SQL_PARAMETERS } from '../../shared/config/sources.ts';
import { literalOf } from '../../shared/kinds/athena/athena-query.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type DefinitionProblem, placeProblem } from '../dashboard/folder/definition-problem.ts';
import { type Diagnostic, sortDiagnostics } from '../dashboard/folder/diagnostic.ts';
import { asFields } from '../dashboard/folder/fields.ts';
import { FILE_NAME } from '../dashboard/folder/read-dashboard-file.ts';
import { readYaml } from '../dashboard/folder/read-yaml.ts';
import { isLake } from '../dashboard/kinds/athena/resources.ts';
import { findStatement, type WrittenStatement } from '../dashboard/sql/read-statement.ts';
import { findTables, LakeError } from '../local/emulators/athena/lake/find-tables.ts';
import { type Lake, openLake } from '../local/emulators/athena/lake/open-lake.ts';
import { commandLine } from '../program/command-line.ts';
import { printError } from '../terminal/print.ts';
import { findTableNames, placeTokens, type TableName } from '../trino/clauses.ts';
import { DUCKDB_MB } from '../trino/dialect/duckdb.ts';
import { translateSql } from '../trino/dialect/translate-sql.ts';
import { findUnsupported } from '../trino/find-unsupported.ts';
import { tokenize } from '../trino/sql-tokens.ts';

interface Query {
  readonly dataset: string;
  readonly database: string;
  readonly statement: WrittenStatement;
  readonly tables: readonly TableName[];
}

const readQueries = async ({ folder, datasets, written }: LoadedDashboard): Promise<readonly Query[]> => {
  const found = Object.entries(datasets).map(async ([dataset, loaded]): Promise<readonly Query[]> => {
    if (!isLake(loaded)) return [];
    const { database, source: kind } = loaded.config.source;
    const value = asFields(asFields(written.value.datasets)[dataset])[kind];
    const statement = await findStatement(folder, value, ['datasets', dataset, kind]);
    if (!statement || findUnsupported(statement.text).length > 0) return [];
    const tables = findTableNames(placeTokens(tokenize(statement.text)));
    return [{ dataset, database, statement, tables }];
  });
  return (await Promise.all(found)).flat();
};

const HOUR_MINUTES = 60;

const parameterValues = (): Readonly<Record<string, string>> => {
  const window = { currentTime: Date.now(), timePeriod: HOUR_MINUTES };
  return Object.fromEntries(SQL_PARAMETERS.map((name) => [`:${name}`, literalOf(name, window)]));
};

const missingTable = ({ database, statement }: Query, { name, offset }: TableName): DefinitionProblem => ({
  ...statement.place({
    offset,
    message: `data/lake/ has no table ${name}, so the statement is not prepared`,
    hint: `${commandLine('tables', `${database}.${name}`, '--write')} writes its types`,
  }),
  severity: 'note',
});

type Place = (problem: DefinitionProblem) => Diagnostic;

const prepare = async (lake: Lake, { database, statement }: Query, place: Place): Promise<readonly Diagnostic[]> => {
  try {
    const problem = await lake.check(database, translateSql(statement.text, parameterValues()));
    return problem ? [place(statement.place(problem))] : [];
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    const { hint, message } = error;
    return [{ ...error.place, message, hint, severity: 'error' }];
  }
};

const INSTALLING = `installing DuckDB, ${DUCKDB_MB} MB, which prepares the statements for Athena; this is done once`;

/** Returns a note if the engine is missing. */
const prepareAll = async (
  folder: string,
  queries: readonly Query[],
  place: Place,
  open: typeof openLake,
): Promise<readonly Diagnostic[]> => {
  let lake: Lake;
  try {
    lake = await open(join(folder, 'data'), () => printError(INSTALLING));
  } catch (error) {
    const message = `the statements for Athena are not prepared: ${(error as Error).message}`;
    return [
      place({
        path: ['datasets'],
        part: 'key',
        message,
        hint: 'connect to a network, then repeat the command',
        severity: 'note',
      }),
    ];
  }
  try {
    const found: Diagnostic[] = [];
    for (const query of queries) found.push(...(await prepare(lake, query, place)));
    return found;
  } finally {
    await lake.close();
  }
};

/**
 * Checks the types files of `data/lake/`. Prepares each statement for Athena whose tables all exist, to find unknown
 * columns, wrong types and wrong grouping. If a table is missing, returns a note with its name.
 * @param open opens the local engine.
 */
export const checkLake = async (
  dashboard: LoadedDashboard,
  open: typeof openLake = openLake,
): Promise<readonly Diagnostic[]> => {
  const { folder } = dashboard;
  const queries = await readQueries(dashboard);
  const tables = await findTables(join(folder, 'data'));
  const ofTypes = tables.flatMap(({ declared }) => declared?.problems ?? []);
  if (queries.length === 0 || ofTypes.length > 0) return ofTypes;
  const yaml = readYaml(await readFile(join(folder, FILE_NAME), 'utf8'));
  const place: Place = (problem) => placeProblem(join(folder, FILE_NAME), yaml, problem);
  const known = new Set(tables.map(({ name }) => name));
  const isMissing = ({ name }: TableName): boolean => !known.has(name.toLowerCase());
  const complete = queries.filter((query) => !query.tables.some(isMissing));
  const missing = queries.flatMap((query) =>
    query.tables
      .filter(isMissing)
      .slice(0, 1)
      .map((table) => place(missingTable(query, table))),
  );
  return sortDiagnostics([...missing, ...(complete.length > 0 ? await prepareAll(folder, complete, place, open) : [])]);
};
