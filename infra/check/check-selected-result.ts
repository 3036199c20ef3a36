import type { SelectedColumn } from '../../shared/config/selection.ts';
import { type DatasetTable, partsOf, type SqlSource } from '../../shared/config/sources.ts';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { isSql } from '../../shared/kinds/sql/is-sql.ts';
import { triedValues } from '../../shared/middleware/request-values.ts';
import { tablesOf } from '../../shared/pipeline/bind-endpoints.ts';
import type { JoinedFile } from '../../shared/selection/join-record.ts';
import { bindTable } from '../../shared/sources/bind-table.ts';
import { selectResult } from '../../shared/sources/select-rows.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { Table } from '../../shared/tabular/table.ts';
import { typeTables } from '../../shared/tabular/type-tables.ts';
import { openJoins } from '../dashboard/data/check-joins.ts';
import { countingBudget, type OpenFile } from '../dashboard/data/data-diagnostics.ts';
import { emptyWarnings } from '../dashboard/data/empty-warnings.ts';
import { selectionOfTable, type WrittenSelection } from '../dashboard/data/written-selection.ts';
import { checkWidth, rowsOfDataset } from '../dashboard/datasets/check-datasets.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { CheckedEndpoint } from '../dashboard/endpoints/check-endpoint.ts';
import type { DefinitionProblem } from '../dashboard/folder/definition-problem.ts';
import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { fillTable } from '../dashboard/parameters/compile-parameters.ts';
import { columnProblems, placeReferences, type RowSource } from '../dashboard/selection/place-references.ts';
import { describeRow, type ResultContext, typeProblems } from './check-result.ts';
import { isWhole, type Result } from './sample-result.ts';
import { zoneNote } from './zone-notes.ts';

interface Use {
  readonly source: DatasetTable | SqlSource;
  readonly definition: TableDefinition;
  readonly written: WrittenSelection;
  readonly rows: RowSource;
  readonly joinedFiles: CheckedEndpoint['joinedFiles'];
}

const usesOf = (
  { written }: LoadedDashboard,
  { component, config, slug, joinedFiles }: CheckedEndpoint,
  header: readonly string[],
  isUsed: (source: DatasetTable | SqlSource, table: string) => boolean,
): readonly Use[] => {
  const tried = triedValues(config.parameters ?? []);
  const definitions = component ? tablesOf(component.shape, { options: config.options }) : {};
  return Object.entries(config.tables).flatMap(([name, table]) =>
    partsOf(fillTable(table, tried)).flatMap((source, index): readonly Use[] => {
      const definition = definitions[name];
      const isOfQuery = source.source === 'dataset' || isSql(source);
      if (!isOfQuery || !definition || !isUsed(source, name)) return [];
      const rows =
        source.source === 'dataset'
          ? rowsOfDataset(source.dataset, { columns: header })
          : { words: 'the result', columns: header };
      return [{ source, definition, rows, joinedFiles, written: selectionOfTable(written, slug, name, index) }];
    }),
  );
};

const ofCell = ({ name, source }: SelectedColumn) =>
  source.from === 'cell' && typeof source.of !== 'object' ? [[name, source.of] as const] : [];

const bucketNotes = (columns: readonly SelectedColumn[], { table, types }: Result, context: ResultContext) =>
  columns.flatMap(({ name, source }) => {
    if (source.from !== 'bucket') return [];
    const index = typeof source.of === 'number' ? source.of - 1 : table.header.indexOf(source.of);
    const label = table.header[index] ?? '';
    const note = zoneNote(
      { type: types[index] ?? '', label, fills: 'time', statement: context.statement },
      context.timezone,
    );
    return note ? [{ fills: name, ...note }] : [];
  });

/** Places a wrong type where the selection names the column. */
const columnTypes = ({ source, definition, written }: Use, result: Result, context: ResultContext) => {
  const { columns } = source.selection ?? {};
  const copied = columns ? { columns: columns.flatMap(ofCell) } : {};
  return [...typeProblems(copied, result, definition, context), ...bucketNotes(columns ?? [], result, context)].map(
    ({ fills, ...problem }): DefinitionProblem => ({
      ...problem,
      path: columns ? [...written.path, 'columns', fills] : [...written.path, source.source],
    }),
  );
};

const NO_ROWS: Table = { header: [], rows: [], locate: () => ({}) };

/** Returns the first cell that the component refuses, at the place where the selection names its column. */
const rowsOf = (
  { source, definition, written }: Use,
  joined: readonly JoinedFile[] | undefined,
  result: Result,
  dashboard: LoadedDashboard,
): Table | DefinitionProblem => {
  const { timezone } = dashboard;
  const datasets = Object.fromEntries(Object.entries(dashboard.datasets).map(([name, { config }]) => [name, config]));
  try {
    const [reader] = bindTable(source, definition, { timezone, datasets }).readers;
    if (!reader) throw new Error('a selection has no reader');
    const now = { currentTime: Date.now(), timePeriod: Number.POSITIVE_INFINITY, joined };
    const table = selectResult(result.table, reader(now));
    if (table.rows.length > 0) typeTables({ table: definition }, { table }, { timezone });
    return table;
  } catch (error) {
    if (!(error instanceof WallfeedError) || error.code !== 'TABLE_CELL') return NO_ROWS;
    const [detail = { message: error.message }] = error.details;
    const names = placeReferences(written.fields, written.path, dashboard.written.keysAt);
    const place = names.find(({ column }) => column === detail.columnName || column === detail.column);
    const { path, part = 'value' } = place ?? { path: [...written.path, source.source] };
    return { path, part, message: describeRow(detail), hint: detail.hint ?? 'correct the statement' };
  }
};

/** Reads the joined files of a table. Undefined if one of them cannot be read; `check` reports it without a query. */
const readJoined = async (use: Use, dashboard: LoadedDashboard) => {
  const { source, joinedFiles, written } = use;
  try {
    const budget = countingBudget(dashboard.memory);
    const { joined } = await openJoins(source.join ?? [], joinedFiles, budget, written, dashboard.written);
    return joined;
  } catch (error) {
    if (!(error instanceof WallfeedError)) throw error;
    return undefined;
  }
};

const checkUse = async (
  use: Use,
  result: Result,
  dashboard: LoadedDashboard,
  statement: string,
): Promise<readonly Diagnostic[]> => {
  const { source, definition, written, rows } = use;
  const { toDiagnostic, keysAt } = dashboard.written;
  const lacked = [
    ...columnProblems(written.fields, written.path, rows, keysAt),
    ...checkWidth(source, definition, written.path, rows),
  ];
  if (lacked.length > 0) {
    // If the columns are known from the text of the statement, an earlier check has compared them.
    const isKnown = source.source === 'dataset' && dashboard.checkedDatasets[source.dataset]?.columns;
    return isKnown ? [] : lacked.map(toDiagnostic);
  }
  const ofTypes = columnTypes(use, result, { statement, timezone: dashboard.timezone });
  const errors = ofTypes.filter(({ severity }) => severity === undefined);
  if (errors.length > 0) return errors.map(toDiagnostic);
  const joined = await readJoined(use, dashboard);
  if (!joined) return ofTypes.map(toDiagnostic);
  const read = rowsOf(use, joined, result, dashboard);
  if ('message' in read) return [toDiagnostic(read)];
  if (!isWhole(result) || result.table.rows.length === 0) return ofTypes.map(toDiagnostic);
  const file: OpenFile = { read: (reader) => selectResult(result.table, reader) };
  const opened = { path: '', source: { ...source, joined }, file, written };
  const empty = emptyWarnings(opened, { timezone: dashboard.timezone }, read, dashboard.written);
  return [...ofTypes.map(toDiagnostic), ...empty];
};

const checkUses = async (uses: readonly Use[], result: Result, dashboard: LoadedDashboard, statement: string) =>
  (await Promise.all(uses.map((use) => checkUse(use, result, dashboard, statement)))).flat();

export const checkDatasetResult = (
  dataset: string,
  result: Result,
  dashboard: LoadedDashboard,
  statement: string,
): Promise<readonly Diagnostic[]> => {
  const isUsed = (source: Use['source']): boolean => source.source === 'dataset' && source.dataset === dataset;
  const { header } = result.table;
  const uses = dashboard.checked.flatMap((endpoint) => usesOf(dashboard, endpoint, header, isUsed));
  return checkUses(uses, result, dashboard, statement);
};

export const checkTableResult = (
  slug: string,
  table: string,
  result: Result,
  dashboard: LoadedDashboard,
  statement: string,
): Promise<readonly Diagnostic[]> => {
  const endpoints = dashboard.checked.filter((endpoint) => endpoint.slug === slug);
  const { header } = result.table;
  const uses = endpoints.flatMap((endpoint) => usesOf(dashboard, endpoint, header, (_, name) => name === table));
  return checkUses(uses, result, dashboard, statement);
};
