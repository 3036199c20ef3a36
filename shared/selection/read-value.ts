import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import type { Column } from '../tabular/column.ts';
import { shownName } from '../tabular/column-count.ts';
import { commonCurrency } from '../tabular/office-number.ts';
import { formOf, type NumberForm, otherForm } from '../tabular/one-form.ts';
import { currencyOf, isUnclear, writtenDecimal } from '../tabular/parse-number.ts';
import { say } from '../tabular/say.ts';
import { shorten } from '../tabular/shorten.ts';
import { timeInZone } from '../tabular/time-zone.ts';
import { type CellContext, type CellTyper, createCellTyper } from '../tabular/type-cell.ts';
import type { RowCell } from './cursor.ts';
import { type CellSettings, type RowContext, toNumber } from './row-context.ts';

/** The parts of a list are joined by a vertical bar. Null is a blank that the column allows. */
export type Value = string | number | null;

export interface TargetColumn {
  readonly name: string;
  readonly column: Column<unknown>;
}

export type ReadText = (text: string) => Value | CellFault;

const LEAVE_OUT = ', or leave the row out with `where`';
const MAX_SHOWN_CHARACTERS = 60;

const cellContext = (
  { decimal, isCommaUnclear = false, timezone }: CellSettings,
  elseHint = LEAVE_OUT,
): CellContext => ({ origin: 'text', decimal, isCommaUnclear, timezone, elseHint });

const LIST_SEPARATOR = '|';

const joined = (typed: unknown): Value | CellFault =>
  Array.isArray(typed) ? typed.join(LIST_SEPARATOR) : ((typed ?? null) as Value | CellFault);

const blankFault = (name: string): CellFault => ({
  fault: 'the cell is blank',
  hint: `give ${shownName(name)} a value in every row${LEAVE_OUT}`,
});

/** Returns null if the column allows blank cells. */
export const blankOf = ({ name, column }: TargetColumn): null | CellFault =>
  column.blank === 'refused' ? blankFault(name) : null;

/**
 * Creates a typer for texts in a column of the component. Its rules are the same as for a table that is read by
 * position.
 * @param elseHint added to hints: what a reader of the error may do instead of correcting the text.
 */
export const createTextReader = (target: TargetColumn, settings: CellSettings, elseHint?: string): ReadText => {
  const { name, column } = target;
  const blank = blankOf(target);
  if (column.type === 'time') return (text) => (text === '' ? blank : settings.readTime(text.trim()));
  if (column.type === 'text') return (text) => (text === '' ? blank : text);
  const type: CellTyper = createCellTyper(column, name, cellContext(settings, elseHint));
  return (text) => (text === '' ? blank : joined(type(text)));
};

/** Creates a function that is true if a number of a column is in percent as those above it. The number 0 is always. */
const createFormCheck = (cell: RowCell, { faults }: RowContext) => {
  const first: (NumberForm | undefined)[] = [];
  return (form: NumberForm, value: number): boolean => {
    const column = cell.column();
    const known = first[column];
    if (known === form || value === 0) return true;
    if (known === undefined) first[column] = form;
    else faults.refuse(column, otherForm(form, cell.text().trim()));
    return known === undefined;
  };
};

export const noteNumbers = ({ origin, column }: RowCell, { readsNumbers }: RowContext): void => {
  if (origin === 'text') readsNumbers?.(column());
};

/** Undefined if the value is refused. */
export type ReadValue = () => Value | undefined;

/** Numbers of these columns stay unchanged if the source has types, as SQL has. */
const MIXED = new Set<string>(['freeText', 'numberOrText']);

/** Returns undefined if the column also needs the text. */
const numberReaderOf = ({ column: { type } }: TargetColumn, cell: RowCell): (() => number) | undefined => {
  if (type === 'time') return cell.origin === 'timestamp' ? cell.time : undefined;
  return type === 'number' || (cell.origin === 'number' && MIXED.has(type)) ? cell.plainNumber : undefined;
};

const NUMBERS = new Set<string>(['number', 'numberList', 'numberOrText']);

/**
 * Creates a reader of a cell for a column of the component. If the cell does not fit the column, reports an error with
 * its place.
 */
export const createValueReader = (target: TargetColumn, cell: RowCell, context: RowContext): ReadValue => {
  const { type } = target.column;
  const readText = createTextReader(target, { ...context, ...cell.times });
  const hasForm = createFormCheck(cell, context);
  const { faults } = context;
  const readForm = type === 'number' ? context.readForm : undefined;
  const isAlike = type === 'number' && !context.hasUnits;
  if (NUMBERS.has(type)) noteNumbers(cell, context);
  const read: ReadValue = () => {
    const text = cell.text();
    const form = toNumber(readForm?.(text.trim(), cell.column()));
    const value = form ?? readText(text);
    if (isCellFault(value)) faults.refuse(cell.column(), value);
    else if (form !== undefined || !isAlike || typeof value !== 'number' || hasForm(formOf(text), value)) return value;
    return undefined;
  };
  const readNumber = numberReaderOf(target, cell);
  if (!readNumber) return read;
  return () => {
    const number = readNumber();
    if (Number.isNaN(number)) return read();
    return !isAlike || hasForm('plain', number) ? number : undefined;
  };
};

/** NaN for a blank cell and for a cell that is refused. */
export type ReadNumber = () => number;

const NUMBER: TargetColumn = { name: '', column: { type: 'number', blank: 'omitted' } };

/** Reports an error with its place for a text that is not a number, and returns NaN. */
const createNumberTyper = (cell: RowCell, context: RowContext): ((text: string) => number) => {
  const type = createCellTyper(NUMBER.column, NUMBER.name, cellContext(context));
  const { readForm } = context;
  noteNumbers(cell, context);
  return (text) => {
    const value = toNumber(readForm?.(text, cell.column())) ?? type(text);
    if (typeof value === 'number') return value;
    if (isCellFault(value)) context.faults.refuse(cell.column(), value);
    return Number.NaN;
  };
};

export const createNumberReader = (cell: RowCell, context: RowContext): ReadNumber => {
  const typeNumber = createNumberTyper(cell, context);
  const hasForm = createFormCheck(cell, context);
  const { readForm } = context;
  return () => {
    const plain = cell.plainNumber();
    if (!Number.isNaN(plain)) return hasForm('plain', plain) ? plain : Number.NaN;
    const text = cell.text().trim();
    const value = typeNumber(text);
    const isConverted = readForm?.(text, cell.column()) !== undefined;
    return Number.isNaN(value) || isConverted || hasForm(formOf(text), value) ? value : Number.NaN;
  };
};

const secondCurrency = (first: string, text: string): CellFault => ({
  fault: say`'${shorten(text, MAX_SHOWN_CHARACTERS)}' is in another currency than the cells above it, which are in ${first}`,
  hint: `two currencies have no sum: keep one of them${LEAVE_OUT}`,
});

/** Numbers are written alike in one currency, and all or none of them in percent. */
interface AmountCheck {
  /** True if the number is written alike. If not, reports an error. */
  readonly isSame: (text: string, value: number) => boolean;
  /**
   * Takes a number that was read without its text; NaN if it is written in another way. Only in joined files can such a
   * number have a currency or a percent sign.
   */
  readonly accept: (plain: number) => number;
}

const createAmountCheck = (cell: RowCell, context: RowContext): AmountCheck => {
  const { faults, isJoined } = context;
  const first = new Map<number, string>();
  const hasForm = createFormCheck(cell, context);
  const isSame = (text: string, value: number): boolean => {
    if (!hasForm(formOf(text), value)) return false;
    const currency = currencyOf(text);
    if (currency === undefined) return true;
    const known = first.get(cell.column()) ?? currency;
    const common = commonCurrency(known, currency);
    if (common === undefined) faults.refuse(cell.column(), secondCurrency(known, text));
    else first.set(cell.column(), common);
    return common !== undefined;
  };
  const accept = (plain: number): number => {
    const isAccepted = isJoined?.(cell.column()) ? isSame(cell.text().trim(), plain) : hasForm('plain', plain);
    return isAccepted ? plain : Number.NaN;
  };
  return { isSame, accept };
};

/** Creates a reader of a cell as a number for an aggregate. All cells of an aggregate must have one currency. */
export const createAmountReader = (cell: RowCell, context: RowContext): ReadNumber => {
  const typeNumber = createNumberTyper(cell, context);
  const { isSame, accept } = createAmountCheck(cell, context);
  const { readForm } = context;
  return () => {
    const plain = cell.plainNumber();
    if (!Number.isNaN(plain)) return accept(plain);
    const text = cell.text().trim();
    const value = typeNumber(text);
    const isConverted = readForm?.(text, cell.column()) !== undefined;
    return Number.isNaN(value) || isConverted || isSame(text, value) ? value : Number.NaN;
  };
};

const MAX_NUMBER_LENGTH = 15;

/**
 * Creates a reader of a cell as a number for an aggregate, without loss of digits. The reader returns a number of more
 * than 15 characters as decimal text. It returns NaN for a blank cell and for a cell that is refused.
 */
export const createDecimalReader = (cell: RowCell, context: RowContext): (() => number | string) => {
  const typeNumber = createNumberTyper(cell, context);
  const { isSame, accept } = createAmountCheck(cell, context);
  const { decimal, isCommaUnclear = false, readForm } = context;
  return () => {
    const plain = cell.plainNumber();
    if (!Number.isNaN(plain)) return accept(plain);
    const text = cell.text().trim();
    const form = readForm?.(text, cell.column());
    const isUsual = form === undefined && !(isCommaUnclear && isUnclear(text));
    const written = isUsual ? writtenDecimal(text, decimal) : form;
    if (typeof written !== 'string') return typeNumber(text);
    if (isUsual && !isSame(text, Number(written))) return Number.NaN;
    return written.length > MAX_NUMBER_LENGTH ? written : Number(written);
  };
};

/** Remembers the last time, because many rows of a file have the same time as the row before. */
export const createTimeCellReader = (cell: RowCell, context: RowContext): ReadNumber => {
  const { faults, timezone } = context;
  const { readTime, dates } = cell.times ?? context;
  if (cell.origin === 'timestamp') return cell.time;
  let lastText = '';
  let lastTime = Number.NaN;
  return () => {
    const civil = dates === undefined ? cell.plainTime() : Number.NaN;
    const plain = Number.isNaN(civil) ? undefined : timeInZone(civil, timezone);
    if (plain !== undefined) return plain;
    const text = cell.text().trim();
    if (text === '') return Number.NaN;
    if (text === lastText) return lastTime;
    const time = readTime(text);
    if (isCellFault(time)) {
      faults.refuse(cell.column(), time);
      return Number.NaN;
    }
    lastText = text;
    lastTime = time;
    return time;
  };
};
