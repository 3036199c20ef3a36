import { stepsOf } from '../../../shared/calendar/earlier.ts';
import type { SelectedColumn, Selection } from '../../../shared/config/selection.ts';
import type { CsvList, CsvSource, JsonSource, SqlSource, TableSource } from '../../../shared/config/sources.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Path } from '../folder/read-yaml.ts';
import { checkSelection } from '../selection/check-selection.ts';
import { checkColumns } from '../selection/check-values.ts';

type Source = TableSource | JsonSource;

type Check<From extends Source> = (
  source: From,
  definition: TableDefinition,
  path: Path,
) => readonly DefinitionProblem[];

const namesOf = (columns: readonly SelectedColumn[] = []): string => JSON.stringify(columns.map(({ name }) => name));

/** Compares with the first file, whose columns are the header for all files in a table with a free header. */
const checkAlike: Check<CsvList> = ({ of }, definition, path) => {
  const first = namesOf(of[0]?.selection?.columns);
  if (definition.kind === 'fixed') return [];
  return of.flatMap(({ selection }, index) => {
    if (namesOf(selection?.columns) === first) return [];
    const message = '`columns` has other keys than in the first file';
    const hint = 'give all files of the list the same keys in the same order: they are the header';
    return [{ path: [...path, 'csv', index, 'columns'], message, hint }];
  });
};

const checkCsv: Check<CsvSource> = ({ selection, ...format }, definition, path) =>
  selection ? checkSelection({ ...format, selection }, definition, path) : [];

const checkParts: Check<CsvList> = ({ of }, definition, path) =>
  of.flatMap((part, index) => checkCsv(part, definition, [...path, 'csv', index]));

/** Matches a query that may calculate a time before `:from`. */
const MAY_BEGIN_EARLIER = /\binterval\b|\bdate_trunc\b|:from(?:\s*::\s*\w+)?\s*-/i;

/** Warns of earlier windows that the query does not return, because it begins with the request's window. */
const lateStart = (
  { statement, parameters }: SqlSource,
  selection: Selection,
  path: Path,
): readonly DefinitionProblem[] =>
  parameters.includes('from') && !MAY_BEGIN_EARLIER.test(statement)
    ? (selection.columns ?? [])
        .filter((column) => stepsOf({ columns: [column] }).length > 0)
        .map(({ name }) => ({
          path: [...path, 'columns', name],
          part: 'key',
          message: 'the query begins at :from, so it returns no rows of the earlier window',
          hint: "begin earlier, such as `at > :from - interval '7 days'`: `window` then selects the rows of each window",
          severity: 'warning',
        }))
    : [];

const CHECKS: { readonly [Kind in Source['source']]: Check<Extract<Source, { readonly source: Kind }>> } = {
  csv: (source, definition, path) => checkCsv(source, definition, [...path, 'csv']),
  list: (source, definition, path) => [
    ...checkParts(source, definition, path),
    ...checkAlike(source, definition, path),
  ],
  sql: (source, definition, path) => {
    const { columns, selection } = source;
    if (selection)
      return [...checkSelection({ ...source, selection }, definition, path), ...lateStart(source, selection, path)];
    const names = columns?.map(([column]) => column);
    return names ? checkColumns(names, definition, [...path, 'columns']) : [];
  },
  jsonRows: (source, definition, path) => checkSelection(source, definition, [...path, 'json']),
  dataset: (source, definition, path) => checkSelection(source, definition, path),
  json: () => [],
};

/** @param path the path of the endpoint, or of its named table. */
export const checkSource: Check<Source> = (source, definition, path) =>
  (CHECKS[source.source] as Check<Source>)(source, definition, path);
