import { createBucketText } from '../../../shared/calendar/bucket.ts';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { ColumnReference, Condition, SelectedColumn, Selection } from '../../../shared/config/selection.ts';
import type { DatasetTable, FileSource } from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { isSql } from '../../../shared/kinds/sql/is-sql.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import { freeText, optional, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { emptyReasonOf } from '../../../shared/tabular/empty-reason.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { DefinitionProblem, WrittenDefinition } from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import type { Path } from '../folder/read-yaml.ts';
import { FILE_START } from '../folder/text-position.ts';
import type { OpenedSource } from './check-references.ts';
import type { OpenFile } from './data-diagnostics.ts';
import type { WrittenSelection } from './written-selection.ts';

const NEWEST = table({ newest: optional(time) });

/** A request whose window contains every row. */
const EVER = { currentTime: Number.MAX_SAFE_INTEGER, timePeriod: Number.POSITIVE_INFINITY };

/** Returns no rows if cells cannot be read: the endpoint's own selection finds their errors together with all others. */
const readUnlessFaulty = (read: () => Table['rows']): Table['rows'] => {
  try {
    return read();
  } catch (error) {
    if (error instanceof WallfeedError && error.code === 'TABLE_CELL') return [];
    throw error;
  }
};

/**
 * Finds the newest time in the column of a source's window, among the rows that its conditions keep; undefined if no
 * row has a time.
 * @throws WallfeedError as an endpoint does.
 */
export const findNewest = (
  source: FileSource | DatasetTable,
  { read }: OpenFile,
  settings: TableSettings,
): number | undefined => {
  const { unpivot, where, window } = source.selection ?? {};
  if (!window) return undefined;
  const { of } = window;
  const selection = {
    ...(unpivot && { unpivot }),
    ...(where && { where }),
    window: { of },
    columns: [{ name: 'newest', source: { from: 'last', of } }],
  } as const;
  const [reader] = bindTable({ ...source, selection }, NEWEST, settings).readers;
  const [row] = reader ? readUnlessFaulty(() => read(reader(EVER)).rows) : [];
  return typeof row?.[0] === 'number' ? row[0] : undefined;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Maximum time of a row in the future without a warning, because clocks and exports differ by some minutes. */
const TOLERATED_MS = 10 * MINUTE_MS;

const describeDistance = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return pluralize(Math.round(ms / DAY_MS), 'day');
  return ms >= HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / MINUTE_MS)} min`;
};

/** Warns of a window whose newest row lies in the future, probably because of a wrong time zone. */
export const futureRows = (
  newest: number | undefined,
  { path }: WrittenSelection,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): readonly DefinitionProblem[] => {
  if (newest === undefined || newest - now <= TOLERATED_MS) return [];
  const time = createBucketText('time', timezone)(newest);
  const message = say`the newest row is from ${time}, ${describeDistance(newest - now)} in the future; is \`timezone\` the zone of the file?`;
  const hint = `times without a zone are read as ${timezone}; no request shows a row before its time`;
  return [{ path: [...path, 'window'], message, hint, severity: 'warning' }];
};

const ANY = table({ any: optional(freeText) });
const PRESENT: SelectedColumn = { name: 'any', source: { from: 'constant', value: 'x' } };

const MAX_COMPARED_CELLS = 2_000;

const rowsWith = ({ source, file }: OpenedSource, settings: TableSettings, selection: Selection): Table['rows'] => {
  const [reader] = bindTable({ ...source, selection }, ANY, settings).readers;
  return reader ? file.read(reader(EVER)).rows : [];
};

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

const guiltyOf = (where: readonly Condition[], before: readonly Condition[], { keepsAny }: Questions) =>
  where.find((_, index) => !keepsAny([...before, ...where.slice(0, index + 1)]));

const describeWhere = (
  where: readonly Condition[],
  before: readonly Condition[],
  path: Path,
  questions: Questions,
  read: number,
): readonly DefinitionProblem[] => {
  const guilty = guiltyOf(where, before, questions);
  if (!guilty) return [];
  const message = say`\`where\` keeps 0 of ${pluralize(read, 'row')}${suggestion(guilty, questions)}`;
  const hint = 'compare the condition with the cells of the file';
  return [{ path: [...path, 'where', String(guilty.column)], part: 'key', message, hint, severity: 'warning' }];
};

const emptyAggregates = (
  { columns = [], where = [] }: Selection,
  path: Path,
  questions: Questions,
): readonly DefinitionProblem[] =>
  columns.flatMap(({ name, source }) =>
    'where' in source && source.where && !questions.keepsAny([...where, ...source.where])
      ? describeWhere(source.where, where, [...path, 'columns', name], questions, questions.countRows())
      : [],
  );

const NO_ROWS = {
  severity: 'warning',
  explains: 'source',
  message: 'the file has no rows',
  hint: 'add rows below its header, or entries to its list',
} as const;

/**
 * Finds out why no row of a source reaches the component: the source has no rows, or the `where` of the selection or of
 * an aggregate keeps none. Reads the source again only if necessary, up to the first row that is kept.
 * @param table the table that the selection gave.
 */
export const emptyWarnings = (
  opened: OpenedSource,
  settings: TableSettings,
  table: Table,
  { toDiagnostic }: WrittenDefinition,
): readonly Diagnostic[] => {
  const { source, path: file, written } = opened;
  const selection = source.selection ?? {};
  const questions = createQuestions(opened, settings);
  const reason = emptyReasonOf([table]);
  if (!reason) return emptyAggregates(selection, written.path, questions).map(toDiagnostic);
  const { step, read } = reason;
  if (step === 'source')
    return source.source === 'dataset' || isSql(source) ? [] : [{ file, ...FILE_START, ...NO_ROWS }];
  if (step === 'window') return [];
  const problems = describeWhere(selection.where ?? [], [], written.path, questions, read);
  return problems.map((problem): Diagnostic => ({ ...toDiagnostic(problem), explains: step }));
};
