import type { Selection } from '../config/selection.ts';
import type { CellReading, CsvSource } from '../config/sources.ts';
import type { RecordReader } from '../csv/csv-record.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { hasColumns } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import { createTimeReader } from '../tabular/time-pattern.ts';
import type { SelectionContext, SelectionRequest } from './bind-file.ts';
import { createSelector, type Selector } from './create-selector.ts';
import { checkReferences } from './find-columns.ts';
import type { JoinedFile } from './join-record.ts';
import { cellReferences, ownReferences } from './references.ts';

export interface SelectionSettings {
  /** IANA name, for times without an offset and for days. */
  readonly timezone: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface SelectedSource extends CellReading, Pick<CsvSource, 'selection' | 'header' | 'join'> {
  /** Set if they are the same for all requests. */
  readonly joined?: readonly JoinedFile[];
  /** True if a source without rows may also lack a header, as an empty list in JSON does. */
  readonly isHeaderOptional?: boolean;
}

export interface SelectionReader extends RecordReader<Table> {
  create(budget?: Budget): Selector;
}

export interface BoundSelection {
  readonly reader: (request: SelectionRequest) => SelectionReader;
}

const EMPTY: Selection = {};

/**
 * True if a header has all columns that a selection names. If the selection names no columns, compares only the number
 * of columns.
 */
const createFits = ({
  selection,
  join,
  cells: reading,
  definition,
  hasHeader,
}: SelectionContext): ((header: readonly string[]) => boolean) => {
  const references = [...ownReferences(selection, join), ...cellReferences(reading)];
  const hasNames = references.some((reference) => typeof reference === 'string');
  return (cells) => {
    const names = cells.map((cell) => cell.trim());
    if (!selection.columns && !hasColumns(definition, names.length)) return false;
    if (selection.columns && !hasNames) return false;
    return checkReferences(references, { names, hasNames: hasHeader, line: 1 }).length === 0;
  };
};

/** Binds a selection to a table. A source without a selection is read by position. */
export const bindSelection = (
  { selection = EMPTY, header, isHeaderOptional = false, join = [], joined, ...cells }: SelectedSource,
  definition: TableDefinition,
  { timezone, options }: SelectionSettings,
): BoundSelection => {
  const { dates, decimal, months } = cells;
  const timeFormOf = (form: string | undefined) => ({
    dates: form,
    readTime: createTimeReader(form, timezone, months),
  });
  const context: SelectionContext = {
    selection,
    join,
    joined,
    cells,
    definition,
    options,
    timezone,
    decimal: decimal ?? '.',
    hasDecimal: decimal !== undefined,
    ...timeFormOf(typeof dates === 'string' ? dates : undefined),
    columnTimes: Array.isArray(dates) ? dates.map(([column, form]) => [column, timeFormOf(form)]) : [],
    hasHeader: header !== 'none',
    needsHeader: header !== 'none' && !isHeaderOptional,
  };
  const fits = createFits(context);
  return {
    reader: (request) => {
      const { values } = request;
      const filled = values ? { ...context, selection: values.fill(selection) } : context;
      return { fits, create: (budget = UNLIMITED) => createSelector(filled, request, budget) };
    },
  };
};
