import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { ColumnReference, Condition, SelectedColumn, Selection } from '../../../shared/config/selection.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import { freeText, optional } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import type { WrittenDefinition } from '../folder/place-problem.ts';
import type { Path } from '../folder/read-yaml.ts';
import { FILE_START } from '../folder/text-position.ts';
import type { OpenedSource } from './check-references.ts';
import { EVER } from './find-newest.ts';

/** Why a response shows nothing: the file has no rows, or a condition of dashboard.yml keeps none. */
export type EmptyReason =
  | { readonly kind: 'file'; readonly diagnostic: Diagnostic }
  | { readonly kind: 'where'; readonly problem: DefinitionProblem };

/** Gives a reason its place. */
export const toDiagnosticOf = (reason: EmptyReason, { toDiagnostic }: WrittenDefinition): Diagnostic =>
  reason.kind === 'file' ? reason.diagnostic : toDiagnostic(reason.problem);

const ANY = table({ any: optional(freeText) });
const PRESENT: SelectedColumn = { name: 'any', source: { from: 'constant', value: 'x' } };

/** Number of different cells that are compared with the text of a condition. */
const MAX_COMPARED_CELLS = 2_000;

const ROW_SOURCES: ReadonlySet<string> = new Set(['cell', 'bucket', 'map', 'list']);

/** True if a selection gives one row of aggregates whether or not a row of the source is selected. */
const isOneRow = ({ columns }: Selection): boolean =>
  columns?.every(({ source }) => !ROW_SOURCES.has(source.from)) ?? false;

/** Reads the rows of a source with another selection. */
const rowsWith = ({ source, file }: OpenedSource, settings: TableSettings, selection: Selection): Table['rows'] => {
  const [reader] = bindTable({ ...source, selection }, ANY, settings).readers;
  return reader ? file.read(reader(EVER)).rows : [];
};

/** Answers questions about the rows of one source. */
const createQuestions = (opened: OpenedSource, settings: TableSettings) => {
  const { unpivot } = opened.source.selection ?? {};
  const base: Selection = { ...(unpivot && { unpivot }) };
  const read = (where: readonly Condition[], more: Selection): Table['rows'] =>
    rowsWith(opened, settings, { ...base, ...(where.length > 0 && { where }), ...more });
  return {
    keepsAny: (where: readonly Condition[]): boolean => read(where, { columns: [PRESENT], limit: 1 }).length > 0,
    countRows: (): number => {
      const [row] = read([], { columns: [{ name: 'any', source: { from: 'count' } }] });
      return Number(row?.[0] ?? 0);
    },
    cellsOf: (of: ColumnReference): readonly string[] =>
      read([], {
        columns: [{ name: 'any', source: { from: 'cell', of } }],
        unique: true,
        limit: MAX_COMPARED_CELLS,
      }).map(([cell]) => String(cell ?? '')),
  };
};

type Questions = ReturnType<typeof createQuestions>;

const wantedTexts = ({ tests }: Condition): readonly string[] =>
  tests.flatMap((test) => {
    if (test.is !== 'any' && test.is !== 'contains') return [];
    return [test.of].flat().filter((value) => typeof value === 'string');
  });

const suggestion = (condition: Condition, { cellsOf }: Questions): string => {
  const wanted = wantedTexts(condition);
  if (wanted.length === 0) return '';
  const cells = cellsOf(condition.column);
  const [near] = wanted.flatMap((text) => nearestNames(text, cells, 1));
  return near === undefined ? '' : `; did you mean '${near}'?`;
};

/** Finds the first condition with which no row is left. */
const guiltyOf = (where: readonly Condition[], before: readonly Condition[], { keepsAny }: Questions) =>
  where.find((_, index) => !keepsAny([...before, ...where.slice(0, index + 1)]));

const emptyWhere = (
  where: readonly Condition[],
  before: readonly Condition[],
  path: Path,
  questions: Questions,
): readonly EmptyReason[] => {
  if (where.length === 0 || questions.keepsAny([...before, ...where])) return [];
  const guilty = guiltyOf(where, before, questions);
  if (!guilty) return [];
  const rows = pluralize(questions.countRows(), 'row');
  const message = `\`where\` keeps 0 of ${rows}${suggestion(guilty, questions)}`;
  const hint = 'compare the condition with the cells of the file';
  const at = [...path, 'where', String(guilty.column)];
  return [{ kind: 'where', problem: { path: at, part: 'key', message, hint, severity: 'warning' } }];
};

const NO_ROWS = {
  severity: 'warning',
  message: 'the file has no rows',
  hint: 'add rows below its header, or entries to its list',
} as const;

const emptyAggregates = (
  { columns = [], where = [] }: Selection,
  path: Path,
  questions: Questions,
): readonly EmptyReason[] =>
  columns.flatMap(({ name, source }) =>
    'where' in source && source.where ? emptyWhere(source.where, where, [...path, 'columns', name], questions) : [],
  );

/**
 * Finds out why no row of a source reaches the component: the source has no rows, or `where` keeps none, also that of an
 * aggregate. Reads the source again only if there is a doubt, and then up to the first row that is kept.
 * @param rows the rows that the selection gave.
 */
export const emptyReasons = (
  opened: OpenedSource,
  settings: TableSettings,
  { rows }: Pick<Table, 'rows'>,
): readonly EmptyReason[] => {
  const { source, path: file, written } = opened;
  const selection = source.selection ?? {};
  const questions = createQuestions(opened, settings);
  if (rows.length === 0 || isOneRow(selection)) {
    if (!questions.keepsAny([]))
      return source.source === 'dataset' ? [] : [{ kind: 'file', diagnostic: { file, ...FILE_START, ...NO_ROWS } }];
    const reasons = emptyWhere(selection.where ?? [], [], written.path, questions);
    if (reasons.length > 0) return reasons;
  }
  return rows.length === 0 ? [] : emptyAggregates(selection, written.path, questions);
};
