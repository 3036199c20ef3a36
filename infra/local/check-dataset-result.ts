import type { SelectedColumn } from '../../shared/config/selection.ts';
import { type DatasetTable, partsOf, type SqlSource } from '../../shared/config/sources.ts';
import { selectRows } from '../../shared/datasets/select-rows.ts';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { tablesOf } from '../../shared/pipeline/bind-shape.ts';
import { bindTable } from '../../shared/sources/bind-table.ts';
import { toColumnRows } from '../../shared/tabular/column-rows.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { Table } from '../../shared/tabular/table.ts';
import { typeTables } from '../../shared/tabular/type-tables.ts';
import { emptyWarnings } from '../dashboard/data/empty-warnings.ts';
import type { OpenFile } from '../dashboard/data/open-file.ts';
import { selectionOfTable, type WrittenSelection } from '../dashboard/data/written-selection.ts';
import { checkWidth, columnProblems } from '../dashboard/datasets/read-dataset-table.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { CheckedEndpoint } from '../dashboard/endpoints/check-endpoint.ts';
import type { DefinitionProblem } from '../dashboard/folder/definition-problem.ts';
import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { placeReferences } from '../dashboard/selection/place-references.ts';
import { describeRow, typeProblems } from './check-result.ts';
import { isWhole, type Result } from './sample-result.ts';

/** A table of an endpoint that is selected from the rows of a query. */
interface Use {
  readonly source: DatasetTable;
  readonly definition: TableDefinition;
  readonly written: WrittenSelection;
}

const usesOf = ({ written }: LoadedDashboard, dataset: string, endpoint: CheckedEndpoint): readonly Use[] => {
  const { component, config, slug } = endpoint;
  const definitions = component ? tablesOf(component.shape, { options: config.options }) : {};
  return Object.entries(config.tables).flatMap(([name, source]) =>
    partsOf(source).flatMap((part, index): readonly Use[] => {
      const definition = definitions[name];
      if (part.source !== 'dataset' || part.dataset !== dataset || !definition) return [];
      return [{ source: part, definition, written: selectionOfTable(written, slug, name, index) }];
    }),
  );
};

const ofCell = ({ name, source }: SelectedColumn) =>
  source.from === 'cell' && typeof source.of !== 'object' ? [[name, source.of] as const] : [];

/** Compares the types of the columns that a selection copies. The mistake is written where the selection names them. */
const columnTypes = ({ source, definition, written }: Use, sql: SqlSource, result: Result) => {
  const { columns } = source.selection;
  const copied = columns && { columns: columns.flatMap(ofCell) };
  return typeProblems({ ...sql, ...copied }, result, definition).map(
    ({ fills, ...problem }): DefinitionProblem => ({
      ...problem,
      path: columns ? [...written.path, 'columns', fills] : [...written.path, 'dataset'],
    }),
  );
};

/** Selects and types the rows, and places the first cell that the component refuses at the column that names it. */
const rowsOf = (use: Use, result: Result, dashboard: LoadedDashboard): Table | DefinitionProblem => {
  const { source, definition, written } = use;
  const { timezone } = dashboard;
  const datasets = Object.fromEntries(Object.entries(dashboard.datasets).map(([name, { config }]) => [name, config]));
  try {
    const [reader] = bindTable(source, definition, { timezone, datasets }).readers;
    if (!reader) throw new Error('a selection has no reader');
    const now = { currentTime: Date.now(), timePeriod: Number.POSITIVE_INFINITY };
    const table = selectRows(toColumnRows(result.table), reader(now));
    if (table.rows.length > 0) typeTables({ table: definition }, { table }, { timezone });
    return table;
  } catch (error) {
    if (!(error instanceof WallfeedError) || error.code !== 'TABLE_CELL')
      return { header: [], rows: [], locate: () => ({}) };
    const [detail = { message: error.message }] = error.details;
    const names = placeReferences(written.fields, written.path, dashboard.written.keysAt);
    const place = names.find(({ column }) => column === detail.columnName || column === detail.column);
    const { path, part = 'value' } = place ?? { path: [...written.path, 'dataset'] };
    return { path, part, message: describeRow(detail), hint: detail.hint ?? 'correct the statement' };
  }
};

const checkUse = (use: Use, sql: SqlSource, result: Result, dashboard: LoadedDashboard): readonly Diagnostic[] => {
  const { source, definition, written } = use;
  const { checkedDatasets, written: definitionFile } = dashboard;
  const known = checkedDatasets[source.dataset];
  const named = { ...known, name: source.dataset, columns: result.table.header } as NonNullable<typeof known>;
  const { toDiagnostic, keysAt } = definitionFile;
  const lacked = [
    ...columnProblems(written.fields, written.path, named, keysAt),
    ...checkWidth(source, definition, written.path, { [source.dataset]: named }),
  ];
  // Columns that are known from the text of the statement were already compared.
  if (lacked.length > 0) return known?.columns ? [] : lacked.map(toDiagnostic);
  const ofTypes = columnTypes(use, sql, result);
  const errors = ofTypes.filter(({ severity }) => severity === undefined);
  if (errors.length > 0) return errors.map(toDiagnostic);
  const read = rowsOf(use, result, dashboard);
  if ('message' in read) return [toDiagnostic(read)];
  if (!isWhole(result) || result.table.rows.length === 0) return ofTypes.map(toDiagnostic);
  const file: OpenFile = { read: (reader) => selectRows(toColumnRows(result.table), reader) };
  const opened = { path: '', source, file, written };
  const empty = emptyWarnings(opened, { timezone: dashboard.timezone }, read, definitionFile);
  return [...ofTypes.map(toDiagnostic), ...empty];
};

/** Compares the result of a dataset's statement with the selections of all endpoints. */
export const checkDatasetResult = (
  dataset: string,
  sql: SqlSource,
  result: Result,
  dashboard: LoadedDashboard,
): readonly Diagnostic[] =>
  dashboard.checked.flatMap((endpoint) =>
    usesOf(dashboard, dataset, endpoint).flatMap((use) => checkUse(use, sql, result, dashboard)),
  );
