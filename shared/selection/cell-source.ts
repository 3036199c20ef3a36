import { createBucketStart, createBucketText } from '../calendar/bucket.ts';
import { nearestNames } from '../catalogue/nearest-names.ts';
import type { ColumnSource, SelectedValue } from '../config/selection.ts';
import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { cleanText } from '../tabular/clean-text.ts';
import { shownName } from '../tabular/column-count.ts';
import { say } from '../tabular/say.ts';
import { shorten } from '../tabular/shorten.ts';
import { toColumnNumber } from './column-number.ts';
import { readBound } from './conditions.ts';
import { noNumber, type RowCell } from './cursor.ts';
import { operandCell } from './formula.ts';
import {
  blankOf,
  createTextReader,
  createTimeCellReader,
  createValueReader,
  type ReadText,
  type ReadValue,
  type TargetColumn,
  type Value,
} from './read-value.ts';
import { type CellSettings, cellOf, type RowContext } from './row-context.ts';

/** If other columns are aggregates, rows are grouped by this column. */
export interface RowColumn {
  readonly read: ReadValue;
  /** Returns the index of the file's column from which the current row's value was read. */
  readonly column: () => number;
  /** Returns the value in the row that `rest` adds. `word` is the name of that row. */
  readonly ofRest: (word: string) => Value | CellFault;
}

type SourceOf<From> = Extract<ColumnSource, { readonly from: From }>;

/** Constants have a decimal point. */
export const typeConstant = (value: SelectedValue, target: TargetColumn, settings: CellSettings): Value | CellFault => {
  if (typeof value === 'number') return toColumnNumber(value, target.column);
  const readTime = (text: string) => readBound(text, settings);
  return createTextReader(target, { ...settings, readTime, decimal: '.', isCommaUnclear: false }, '')(String(value));
};

const TEXTS: ReadonlySet<string> = new Set(['text', 'freeText']);

/** Types the value of `constant`. The empty text is a value in a column of texts, and an error in all others. */
export const typeOwnConstant = (
  value: SelectedValue,
  target: TargetColumn,
  settings: CellSettings,
): Value | CellFault => {
  if (value !== '') return typeConstant(value, target, settings);
  if (TEXTS.has(target.column.type)) return '';
  const name = shownName(target.name);
  return { fault: `\`constant\` cannot be empty: ${name} is no text`, hint: `write a value, or leave ${name} out` };
};

const wordOfRest = (readText: ReadText) => (word: string) => readText(word);

const NO_RESULT: CellFault = {
  fault: 'the formula has no value: a cell is blank, or a division is by 0',
  hint: 'set `else`, such as `else: 0`, or leave the row out with `where`',
};

const formulaReader = (
  cell: RowCell,
  otherwise: SelectedValue | undefined,
  target: TargetColumn,
  context: RowContext,
): ReadValue => {
  const { column } = target;
  const blank = otherwise === undefined ? null : typeConstant(otherwise, target, context);
  return () => {
    const number = cell.plainNumber();
    if (!Number.isNaN(number)) return toColumnNumber(number, column);
    if (!isCellFault(blank) && (blank !== null || column.blank !== 'refused')) return blank;
    context.faults.refuse(cell.column(), isCellFault(blank) ? blank : NO_RESULT);
    return undefined;
  };
};

const cellColumn = (
  { of, else: otherwise }: SourceOf<'cell'>,
  target: TargetColumn,
  context: RowContext,
): RowColumn => {
  const cell = operandCell(of, context);
  return {
    read:
      typeof of === 'object'
        ? formulaReader(cell, otherwise, target, context)
        : createValueReader(target, cell, context),
    column: cell.column,
    ofRest: wordOfRest(createTextReader(target, { ...context, ...cell.times })),
  };
};

const CLOCK_TIME = /^(\d{2}):(\d{2}):(\d{2})$/;

const CLOCK_WRITERS: Partial<
  Record<SourceOf<'bucket'>['unit'], (hour: string, minute: string, text: string) => string>
> = {
  time: (_hour, _minute, text) => text,
  minute: (hour, minute) => `${hour}:${minute}`,
  hour: (hour) => `${hour}:00`,
};

/** Returns the bucket of a time of day; undefined for any other text. */
const clockText = (unit: SourceOf<'bucket'>['unit'], text: string): string | undefined => {
  const [, hour = '24', minute = '60', second = '60'] = CLOCK_TIME.exec(text) ?? [];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return CLOCK_WRITERS[unit]?.(hour, minute, text);
};

/** Returns the time at which a row counts: a row of an earlier window counts at its time in the window itself. */
const inWindow = (time: number, { cursor }: RowContext): number => {
  cursor.bucketTime = cursor.moved ? cursor.moved(time) : time;
  return cursor.bucketTime;
};

const textBucket = (
  { unit }: SourceOf<'bucket'>,
  target: TargetColumn,
  cell: RowCell,
  context: RowContext,
): ReadValue => {
  const readTime = createTimeCellReader(cell, context);
  const textOf = createBucketText(unit, context.timezone);
  const readText = createTextReader(target, context);
  const { dates } = cell.times ?? context;
  return () => {
    const clock = dates === undefined ? clockText(unit, cell.text().trim()) : undefined;
    if (clock !== undefined) return readText(clock) as Value;
    const time = readTime();
    return Number.isNaN(time) ? undefined : (readText(textOf(inWindow(time, context))) as Value);
  };
};

const timeBucket = ({ unit }: SourceOf<'bucket'>, cell: RowCell, context: RowContext): ReadValue => {
  const readTime = createTimeCellReader(cell, context);
  const startOf = createBucketStart(unit, context.timezone);
  return () => {
    const time = readTime();
    return Number.isNaN(time) ? undefined : startOf(inWindow(time, context));
  };
};

export const holdsTimes = ({ type }: TargetColumn['column']): boolean => type === 'time' || type === 'number';

const bucketColumn = (source: SourceOf<'bucket'>, target: TargetColumn, context: RowContext): RowColumn => {
  const cell = cellOf(source.of, context);
  const read = holdsTimes(target.column)
    ? timeBucket(source, cell, context)
    : textBucket(source, target, cell, context);
  const blank = blankOf(target);
  return {
    read: () => {
      context.cursor.bucketTime = Number.NaN;
      if (cell.text().trim() !== '') return read();
      if (!isCellFault(blank)) return blank;
      context.faults.refuse(cell.column(), blank);
      return undefined;
    },
    column: cell.column,
    ofRest: wordOfRest(createTextReader(target, context)),
  };
};

const MAX_SHOWN_CHARACTERS = 60;

const unmapped = (text: string, keys: readonly string[]): CellFault => {
  const [near] = nearestNames(text, keys.filter(Boolean), 1);
  const suggestion = near === undefined ? '' : `; did you mean '${shownName(near)}'?`;
  return text === ''
    ? {
        fault: 'the cell is blank, and the map has no value for blank cells',
        hint: "add '' to the map for blank cells, or set else",
      }
    : {
        fault: say`'${shorten(text, MAX_SHOWN_CHARACTERS)}' is not in the map`,
        hint: `add the value to the map, or set else for all other cells${suggestion}`,
      };
};

const mapColumn = (source: SourceOf<'map'>, target: TargetColumn, context: RowContext): RowColumn => {
  const cell = cellOf(source.of, context);
  const type = (value: SelectedValue) => typeConstant(value, target, context);
  const keys = Object.keys(source.to);
  const values = new Map(Object.entries(source.to).map(([key, value]) => [cleanText(key).trim(), type(value)]));
  const otherwise = source.else === undefined ? undefined : type(source.else);
  const find = (text: string): Value | CellFault => {
    const value = values.get(text);
    if (value !== undefined) return value;
    return otherwise === undefined ? unmapped(text, keys) : otherwise;
  };
  return {
    read: () => {
      const value = find(cell.text().trim());
      if (!isCellFault(value)) return value;
      context.faults.refuse(cell.column(), value);
      return undefined;
    },
    column: cell.column,
    ofRest: find,
  };
};

const listColumn = (source: SourceOf<'list'>, target: TargetColumn, context: RowContext): RowColumn => {
  const cells = source.of.map((reference) => cellOf(reference, context));
  const column = cells[0]?.column ?? (() => 0);
  const textOf = () => cells.map((cell) => cell.text()).join('|');
  const joined: RowCell = {
    text: textOf,
    isBlank: () => cells.every((cell) => cell.isBlank()),
    plainNumber: noNumber,
    origin: 'text',
    time: noNumber,
    plainTime: noNumber,
    equals: ({ text }) => textOf().trim() === text,
    column,
  };
  return {
    read: createValueReader(target, joined, context),
    column,
    ofRest: wordOfRest(createTextReader(target, context)),
  };
};

/** Binds a column's source to the rows of one file. The source is neither an aggregate nor a constant. */
export const createRowColumn = (
  source: SourceOf<'cell' | 'bucket' | 'map' | 'list'>,
  target: TargetColumn,
  context: RowContext,
): RowColumn => {
  if (source.from === 'cell') return cellColumn(source, target, context);
  if (source.from === 'bucket') return bucketColumn(source, target, context);
  return source.from === 'map' ? mapColumn(source, target, context) : listColumn(source, target, context);
};
