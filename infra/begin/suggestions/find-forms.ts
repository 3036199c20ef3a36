import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { findUnclearMark } from '../../../shared/tabular/number-marks.ts';
import { CHINESE_UNIT, readOfficeNumber } from '../../../shared/tabular/office-number.ts';
import { formOf } from '../../../shared/tabular/one-form.ts';
import { parseDuration } from '../../../shared/tabular/parse-duration.ts';
import { isUnclear, parseNumber } from '../../../shared/tabular/parse-number.ts';
import { isNoValue } from '../../../shared/tabular/type-cell.ts';
import { cellsOf, type Texts } from './find-dates.ts';

export interface CellForms {
  readonly blank?: readonly string[];
  readonly units?: Readonly<Record<string, number>>;
  readonly durations?: Readonly<Record<string, 'minutes'>>;
  readonly fillDown?: readonly string[];
}

/** Matches numbers whose last comma can only be a decimal comma: `1,5`, `1.234,5`. */
const EUROPEAN = /^-?(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,})|0,\d{3}|\d{4,},\d{3})%?$/;
/** Does not match `1.234` and `1,234`, which may be European. */
const AMERICAN = /^-?(?!\d{1,3}\.\d{3}%?$)(?:\d+\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})%?$/;

/** Finds a point only if commas would otherwise be unclear. Finds none if all numbers have two readings. */
export const findDecimal = (texts: Texts, delimiter: string | undefined): { readonly decimal?: '.' | ',' } => {
  const { header, rows } = texts;
  const hasUnclearMark = (index: number) => areUnclear(cellsOf(texts, index), delimiter, undefined);
  const cells = rows.flat().map((cell) => readOfficeNumber(cell.trim())?.digits ?? cell.trim());
  const isAmerican = cells.some((cell) => AMERICAN.test(cell));
  const isEuropean = cells.some((cell) => EUROPEAN.test(cell));
  if (isAmerican === isEuropean) return {};
  if (isEuropean) return { decimal: ',' };
  const isOpen = delimiter !== ',' && (cells.some(isUnclear) || header.some((_, index) => hasUnclearMark(index)));
  return isOpen ? { decimal: '.' } : {};
};

/** True if nothing shows whether numbers such as `1,234` have a decimal mark. An endpoint refuses such a column. */
export const areUnclear = (
  cells: readonly string[],
  delimiter: string | undefined,
  decimal: '.' | ',' | undefined,
): boolean => {
  if (decimal !== undefined || delimiter === undefined) return false;
  if (delimiter === ';' && cells.some(isUnclear)) return true;
  return cells.every((cell) => /\d/.test(cell)) && findUnclearMark(cells, { delimiter }) !== undefined;
};

/** True if some numbers of a column are in percent and others are not. An endpoint refuses such a column. */
export const areMixed = (cells: readonly string[], decimal: '.' | ',' = '.'): boolean => {
  const numbers = cells.map((cell) => parseNumber(cell, decimal));
  const forms = new Set(cells.filter((_, at) => numbers[at] !== 0).map(formOf));
  return forms.size > 1 && numbers.every((number) => number !== undefined);
};

/** Matches a number, perhaps with a Chinese unit, and the text behind it. Behind a Chinese unit, only letters count. */
const WITH_UNIT = new RegExp(
  String.raw`^([+-]?[\d.,]*\d(?: ?${CHINESE_UNIT}(?=\p{L}))?) ?(?!${CHINESE_UNIT})([^\d\s%,.][^\d]{0,5})$`,
  'u',
);
const MAX_UNITS = 3;

/** Factors of units that occur in one column together. */
const FAMILIES: readonly Readonly<Record<string, number>>[] = [{ ms: 1, s: 1000 }];

/** Finds none if a cell is no number with or without a unit, or if most have none: a single `24x` is rather a typo. */
const unitsOf = (cells: readonly string[], decimal: '.' | ','): Readonly<Record<string, number>> | undefined => {
  const units = new Set<string>();
  const measured = cells.filter((cell) => parseNumber(cell, decimal) === undefined);
  if (measured.length * 2 < cells.length) return undefined;
  for (const cell of measured) {
    const [, number = '', unit = ''] = WITH_UNIT.exec(cell) ?? [];
    if (unit === '' || parseNumber(number, decimal) === undefined) return undefined;
    units.add(unit.trim());
    if (units.size > MAX_UNITS) return undefined;
  }
  const [only] = units;
  if (only !== undefined && units.size === 1) return { [only]: 1 };
  return FAMILIES.find((family) => units.size > 0 && [...units].every((unit) => Object.hasOwn(family, unit)));
};

const LONG_CLOCK = /:.*:|[a-z]/i;

/** Matches a time of day with two digits for the hour. The same text may also be a length of time. */
const DAY_CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Matches names of columns with times of day, which have no average that says anything. */
const CLOCKS =
  /(?<![a-z])(?:start|starts|begin|end|ends|from|to|at|opens?|opening|closes?|closing|departure|arrival|time|clock|check.?(?:in|out)|beginn|ende|von|bis|uhrzeit)(?![a-z])|时间|开始|结束|上班|下班/i;

const areDurations = (cells: readonly string[], decimal: '.' | ','): boolean =>
  cells.length > 0 &&
  cells.some((cell) => parseNumber(cell, decimal) === undefined) &&
  cells.every(
    (cell) =>
      parseNumber(cell, decimal) === 0 ||
      (LONG_CLOCK.test(cell) && !isCellFault(parseDuration(cell, { in: 'minutes' }))),
  );

const isFilled = (cell: string | undefined): boolean => (cell ?? '').trim() !== '';

/**
 * Returns the name of the first column if its cells were merged: the first cell is filled, and each row with a blank
 * cell has a text in the second column.
 */
const mergedColumn = ({ header, rows }: Texts): string | undefined => {
  const [name = ''] = header;
  const blanks = rows.filter(([first]) => !isFilled(first));
  const areParts = blanks.every(([, second]) => isFilled(second) && parseNumber((second ?? '').trim()) === undefined);
  const isText = rows.some(([first = '']) => isFilled(first) && parseNumber(first.trim()) === undefined);
  return name.trim() !== '' && blanks.length > 0 && areParts && isText && isFilled(rows[0]?.[0])
    ? name.trim()
    : undefined;
};

const isNumeric = (cells: readonly string[], decimal: '.' | ','): boolean =>
  cells.length > 0 && cells.every((cell) => parseNumber(cell, decimal) !== undefined);

/**
 * Finds the keys, such as `units`, with which columns of text are read as numbers or times.
 * @param areTimes returns true if all given cells are times.
 */
export const findForms = (
  texts: Texts,
  decimal: '.' | ',',
  areTimes: (cells: readonly string[]) => boolean,
): CellForms => {
  const blank = new Set<string>();
  const units: Record<string, number> = {};
  const durations: Record<string, 'minutes'> = {};
  for (const [index, name] of texts.header.entries()) {
    const all = cellsOf(texts, index);
    const cells = all.filter((cell) => !isNoValue(cell));
    const isPlain = isNumeric(cells, decimal) || (cells.length > 0 && areTimes(cells));
    const found = isPlain ? undefined : unitsOf(cells, decimal);
    const isClock = CLOCKS.test(name) && cells.every((cell) => DAY_CLOCK.test(cell));
    const isDuration = !isPlain && !found && !isClock && name.trim() !== '' && areDurations(cells, decimal);
    if (isDuration) durations[name.trim()] = 'minutes';
    Object.assign(units, found);
    if (isPlain || isDuration || found) for (const cell of all) if (isNoValue(cell)) blank.add(cell);
  }
  const fillDown = mergedColumn(texts);
  return {
    ...(fillDown !== undefined && { fillDown: [fillDown] }),
    ...(blank.size > 0 && { blank: [...blank] }),
    ...(Object.keys(units).length > 0 && { units }),
    ...(Object.keys(durations).length > 0 && { durations }),
  };
};
