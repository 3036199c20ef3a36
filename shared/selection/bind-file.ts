import { moveTime, stepsOf } from '../calendar/earlier.ts';
import type { RequestValues } from '../config/dashboard-config.ts';
import type { ColumnReference, Selection } from '../config/selection.ts';
import type { CellReading, JoinedSource } from '../config/sources.ts';
import type { CsvFile } from '../csv/csv-record.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { areUnlike } from '../tabular/one-form.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/table.ts';
import type { TimeForm } from '../tabular/time-steps.ts';
import { createIsLength, createReadForm } from './cell-forms.ts';
import { createPredicate, type Predicate } from './conditions.ts';
import { type ColumnIndex, type Cursor, createOriginOf, VALUE } from './cursor.ts';
import { createColumnIndex, type FileHeader } from './find-columns.ts';
import { createGroupedRows, type GroupedRows } from './grouped-rows.ts';
import { createValueTree } from './groups.ts';
import { type BoundJoins, bindJoins, type JoinedFile, joinedNames } from './join-record.ts';
import { type OutputPlan, planOutput, readColumns } from './output-plan.ts';
import { createPrepareRecord, type PrepareRecord } from './prepare-record.ts';
import { checkHeader, NO_HEADER } from './read-header.ts';
import type { Value } from './read-value.ts';
import type { CellSettings, RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';
import { type SelectedTarget, targetsOf } from './target-columns.ts';
import { createMarkWatch, type MarkWatch } from './watch-marks.ts';
import { createWindow, type TimeWindow, windowsOf } from './window.ts';

/** True for the first of several rows with the same cells. */
const createNovelty = (columns: readonly number[]): ((cells: readonly Value[]) => boolean) => {
  const find = createValueTree<{ isNew: boolean }>();
  return (cells) => {
    const seen = find(cells, columns, () => ({ isNew: true }));
    const { isNew } = seen;
    seen.isNew = false;
    return isNew;
  };
};

const textLength = (cells: readonly Value[]): number => {
  let length = 0;
  for (const cell of cells) if (typeof cell === 'string') length += cell.length;
  return length;
};

interface PlainRows {
  readonly plan: OutputPlan;
  readonly cursor: Cursor;
  readonly rows: SelectedRow[];
  /** Columns of all rows without `unpivot`. Set with the first row. */
  readonly fixedColumns: number[];
}

const columnsOfRow = ({ plan, cursor, rows, fixedColumns }: PlainRows): readonly number[] => {
  if (cursor.pivot === -1 && rows.length > 0) return fixedColumns;
  const used = cursor.pivot === -1 ? fixedColumns : fixedColumns.slice();
  for (const { index, column } of plan.columns) used[index] = column();
  return used;
};

/** Returns the lines of the cells if a cell of the record contains a line break. */
const linesOfRow = (plain: PlainRows): readonly number[] | undefined => {
  const { record } = plain.cursor;
  if (record.lineOf(record.length - 1) === record.line) return undefined;
  return columnsOfRow(plain).map((column) => (column === -1 ? record.line : record.lineOf(column)));
};

const createPlainRows = (
  plan: OutputPlan,
  { unique, sort, limit, per }: Selection,
  { cursor, faults, budget }: RowContext,
): RowCollector => {
  const { template, columns } = plan;
  const rows: SelectedRow[] = [];
  const plain: PlainRows = { plan, cursor, rows, fixedColumns: new Array<number>(template.length).fill(-1) };
  const isNew = unique ? createNovelty(columns.map(({ index }) => index)) : () => true;
  const maxRows = limit !== undefined && !sort && per === undefined ? limit : Number.POSITIVE_INFINITY;
  return {
    add: () => {
      const cells = template.slice();
      if (!readColumns(columns, cells) || faults.isFull() || !isNew(cells)) return true;
      if (rows.length >= MAX_ROWS) throw tooManyRows(cursor.record.line);
      budget.hold({ cells: cells.length, bytes: textLength(cells) });
      const lines = linesOfRow(plain);
      rows.push({ cells, line: cursor.record.line, columns: columnsOfRow(plain), ...(lines && { lines }) });
      return rows.length < maxRows;
    },
    finish: () => rows,
  };
};

/** The same for all requests and files. */
export interface SelectionContext extends CellSettings {
  readonly selection: Selection;
  readonly join: readonly JoinedSource[];
  /** Undefined if they differ from request to request. */
  readonly joined: readonly JoinedFile[] | undefined;
  readonly cells: CellReading;
  readonly columnTimes: readonly (readonly [ColumnReference, TimeForm])[];
  readonly definition: TableDefinition;
  readonly options: Readonly<Record<string, unknown>> | undefined;
  /** True if the dashboard file says how the file writes decimals. */
  readonly hasDecimal: boolean;
  /** Without a header, the first record of the file is already a row. */
  readonly hasHeader: boolean;
  /** True if a source without any record is refused. */
  readonly needsHeader: boolean;
}

export interface BoundFile {
  readonly header: FileHeader;
  readonly width: number;
  readonly joins: BoundJoins | undefined;
  readonly targets: readonly SelectedTarget[];
  readonly plan: OutputPlan;
  readonly collector: RowCollector | GroupedRows;
  readonly isSelected: Predicate;
  readonly marks: MarkWatch | undefined;
  /**
   * A function for each earlier window, which moves a time into the window itself. Empty if no aggregate looks back.
   */
  readonly moves: readonly ((time: number) => number)[];
  /** Indexes of the columns that `unpivot` turns into rows; empty without `unpivot`. */
  readonly pivots: readonly number[];
  /** Applies `blank` and `fillDown` to each record of one file. */
  readonly createPrepare: () => PrepareRecord | undefined;
}

/** Returns a function that finds how the times of a column are written. Unpivoted columns must be written alike. */
const createTimesOf = (
  columnTimes: SelectionContext['columnTimes'],
  indexOf: ColumnIndex,
  pivots: readonly number[],
): RowContext['timesOf'] => {
  if (columnTimes.length === 0) return undefined;
  const times = new Map(columnTimes.map(([column, form]) => [indexOf(column), form] as const));
  const [first, ...others] = pivots.map((pivot) => times.get(pivot));
  const ofPivots = others.every((one) => one?.dates === first?.dates) ? first : undefined;
  return (reference) => (reference === VALUE && pivots.length > 0 ? ofPivots : times.get(indexOf(reference)));
};

const createCollector = (plan: OutputPlan, context: RowContext, selection: Selection, names: readonly string[]) =>
  plan.aggregates.length > 0
    ? createGroupedRows(plan, selection, context, names)
    : createPlainRows(plan, selection, context);

/** True if a row matches all conditions, which are tested first, and is in a window. */
const createFilter = (
  { window, where }: Selection,
  windows: ReturnType<typeof windowsOf> | undefined,
  context: RowContext,
): Predicate => {
  const holds = createPredicate(where, context);
  if (!window || !windows) return holds;
  const isInWindow = createWindow(window, windows, context);
  return where ? () => holds() && isInWindow() : isInWindow;
};

export interface SelectionRequest extends TimeWindow {
  readonly joined?: readonly JoinedFile[] | undefined;
  /** Set if the endpoint has parameters of its own. */
  readonly values?: RequestValues;
}

/** Applies the keys of joined files, too, such as `dates`. */
const withJoins = (context: RowContext, { readForm, timesOf, isJoined, isLength }: BoundJoins): RowContext => ({
  ...context,
  isJoined,
  isLength: (column) => isLength(column) || (context.isLength?.(column) ?? false),
  readForm: (text, column) => readForm(text, column) ?? context.readForm?.(text, column),
  timesOf: (reference) => timesOf(context.indexOf(reference)) ?? context.timesOf?.(reference),
});

/** Refuses columns and constants that do not fit. */
export const bindFile = (
  own: FileHeader,
  file: CsvFile,
  settings: SelectionContext,
  { joined = settings.joined, ...request }: SelectionRequest,
  pass: Pick<RowContext, 'cursor' | 'faults' | 'budget'>,
): BoundFile => {
  const { selection, definition, options } = settings;
  const width = own.names.length;
  const header = joined && own !== NO_HEADER ? { ...own, names: [...own.names, ...joinedNames(joined)] } : own;
  const targets = targetsOf(definition, selection, header.names, options);
  if (header !== NO_HEADER) checkHeader(header, targets, settings);
  const isUnpivoted = (selection.unpivot ?? []).length > 0;
  const indexOf = createColumnIndex(header, isUnpivoted);
  const pivots = (selection.unpivot ?? []).map(indexOf);
  const joins = joined && joined.length > 0 ? bindJoins(joined, width, indexOf, settings.timezone) : undefined;
  const marks = createMarkWatch(file, settings.hasDecimal, own.names);
  const cells: RowContext = {
    ...settings,
    ...pass,
    indexOf,
    hasUnits: definition.kind === 'fixed' && areUnlike(Object.keys(definition.columns)),
    readsNumbers: marks && ((column) => marks.watch(column === -1 ? pivots : [column])),
    originOf: createOriginOf(file.origins, pivots),
    readForm: createReadForm({ ...settings, ...settings.cells, decimal: settings.decimal }, indexOf),
    isLength: createIsLength(settings.cells?.durations, indexOf),
    timesOf: createTimesOf(settings.columnTimes, indexOf, pivots) ?? ((one) => file.timesOf?.(indexOf(one))),
  };
  const context = joins ? withJoins(cells, joins) : cells;
  const steps = stepsOf(selection);
  const windows = selection.window && windowsOf(selection.window, request, steps, settings.timezone);
  const plan = planOutput(targets, selection, context, windows?.[0]);
  const bound: BoundFile = {
    header,
    width,
    joins,
    targets,
    plan,
    collector: createCollector(plan, context, selection, header.names),
    isSelected: createFilter(selection, windows, context),
    marks,
    moves: steps.map((step) => (time) => moveTime(time, step, 1, settings.timezone)),
    pivots,
    createPrepare: () => createPrepareRecord(settings.cells, indexOf),
  };
  pass.faults.throwAny();
  return bound;
};
