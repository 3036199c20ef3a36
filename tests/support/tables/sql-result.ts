import type { Column, ColumnType } from '../../../shared/tabular/column.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { parseTime } from '../../../shared/tabular/parse-time.ts';
import type { Cell, ColumnOrigin, Table } from '../../../shared/tabular/table.ts';

const namedColumns = (definition: TableDefinition, options: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const named = definition.kind === 'free' && definition.named ? options[definition.named.option] : undefined;
  return Array.isArray(named) ? named : [];
};

export const columnsOf = (
  definition: TableDefinition,
  header: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): readonly Column<unknown>[] => {
  if (definition.kind === 'fixed') return Object.values(definition.columns);
  const named = namedColumns(definition, options);
  return header.map((name, index) => {
    if (definition.named && named.includes(name)) return definition.named.column;
    return index === 0 ? definition.first : definition.rest;
  });
};

/** A database may use these types for the cells of a CSV file. */
export interface SqlForm {
  /** Text is how the Data API returns decimals. */
  readonly numbers: 'number' | 'text';
  readonly times: 'timestamp' | 'milliseconds';
  /** Text columns whose cells are all plain numbers. */
  readonly plain: 'text' | 'number';
}

interface SqlColumn {
  readonly origin: ColumnOrigin;
  readonly write: (cell: string) => Cell;
}

/** As the Data API does: UTC without a zone, with milliseconds. */
const timestamp = (instant: number): string => new Date(instant).toISOString().replace('T', ' ').replace('Z', '');

const instantOf = (cell: string, timezone: string): number => {
  const instant = parseTime(cell, timezone);
  if (typeof instant !== 'number') throw new Error(`'${cell}' is not a time`);
  return instant;
};

const asText: SqlColumn = { origin: 'text', write: (cell) => cell };

const asNumber = ({ numbers }: SqlForm): SqlColumn => ({
  origin: 'number',
  write: (cell) => {
    const value = parseNumber(cell);
    if (value === undefined) throw new Error(`'${cell}' is not a number`);
    return numbers === 'number' ? value : String(value);
  },
});

const asTime = ({ times }: SqlForm, timezone: string): SqlColumn =>
  times === 'timestamp'
    ? { origin: 'timestamp', write: (cell) => timestamp(instantOf(cell, timezone)) }
    : { origin: 'number', write: (cell) => instantOf(cell, timezone) };

const PLAIN_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** True if a text is the canonical form of its number: `12.5`, but neither `12.50` nor `007`. */
const isCanonical = (cell: string): boolean => String(Number(cell)) === cell && PLAIN_NUMBER.test(cell);

const asPlain =
  (isPlain: (cell: string) => boolean) =>
  (form: SqlForm, _timezone: string, cells: readonly string[]): SqlColumn =>
    form.plain === 'number' && cells.every((cell) => cell === '' || isPlain(cell)) ? asNumber(form) : asText;

const anyText = asPlain(isCanonical);
const anyValue = asPlain((cell) => PLAIN_NUMBER.test(cell));

const writers: Readonly<Record<ColumnType, (form: SqlForm, timezone: string, cells: readonly string[]) => SqlColumn>> =
  {
    text: anyText,
    list: anyText,
    numberList: anyText,
    number: asNumber,
    time: asTime,
    numberOrText: anyValue,
    freeText: anyValue,
  };

/**
 * As the Data API returns them: NULL for blank cells, other values in their column's type.
 * @param timezone the zone of times in the CSV file.
 */
export const toSqlResult = (
  { header, rows }: Table,
  columns: readonly Column<unknown>[],
  form: SqlForm,
  timezone: string,
): Table => {
  const written = columns.map(({ type }, index) =>
    writers[type](
      form,
      timezone,
      rows.map((row) => String(row[index])),
    ),
  );
  return {
    header,
    origins: written.map(({ origin }) => origin),
    rows: rows.map((row) => written.map(({ write }, index) => (row[index] === '' ? null : write(String(row[index]))))),
    locate: (row) => ({ row: row + 1 }),
  };
};
