import { settle } from '../../../shared/tabular/mean.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import type { FileColumn } from './file-column.ts';
import type { ProbedFile } from './probe-file.ts';

const MIN_ADDENDS = 2;
/** Fewer digits may agree by chance. */
const MIN_AGREEING_DIGITS = 4;

/** The numbers of a row, one for each measure. */
type Numbers = readonly number[];

/** Counts the digits of a number. Round numbers agree by chance, unless those of several columns agree. */
const countDigits = (row: Numbers): number => {
  const digits = row.map((value) => String(Math.abs(value)).replaceAll(/\D|^0+/g, ''));
  return digits.map((text) => (row.length > 1 ? text : text.replace(/0+$/, ''))).join('').length;
};

const sumOf = (rows: readonly Numbers[], measure: number): number =>
  settle(rows.reduce((sum, row) => sum + (row[measure] ?? 0), 0));

/** True if each number of a row is the sum of those of other rows, with enough digits. */
const isSumOf = (row: Numbers, addends: readonly Numbers[]): boolean => {
  if (addends.length < MIN_ADDENDS) return false;
  const isEqual = row.every((value, measure) => settle(value) === sumOf(addends, measure));
  return isEqual && countDigits(row) >= MIN_AGREEING_DIGITS;
};

/** True if a row adds up all rows above it, or those below the last row of sums, with or without that row. */
const findRunningSums = (rows: readonly Numbers[]): readonly number[] => {
  const found: number[] = [];
  for (const [index, row] of rows.entries()) {
    const last = found.at(-1);
    const parts = rows.slice(0, index).filter((_, at) => !found.includes(at));
    const starts = last === undefined ? [] : [rows.slice(last, index), rows.slice(last + 1, index)];
    if ([parts, ...starts].some((addends) => isSumOf(row, addends))) found.push(index);
  }
  return found;
};

const findGroupSums = (rows: readonly Numbers[], names: readonly string[]): readonly number[] =>
  [...Map.groupBy(rows.keys(), (index) => names[index] ?? '').values()].flatMap((group) =>
    group.filter((index) =>
      isSumOf(
        rows[index] ?? [],
        group.filter((other) => other !== index).map((other) => rows[other] ?? []),
      ),
    ),
  );

/** Each row is compared with all rows above it. */
const MAX_ROWS = 200;

/** Finds sums without the name of a total, such as the profit below revenue and costs. Returns their first cells. */
export const findSumRows = (
  { rows, header, format }: ProbedFile,
  columns: readonly FileColumn[],
  measures: readonly FileColumn[],
): readonly string[] => {
  if (rows.length > MAX_ROWS || measures.length === 0 || rows.length <= MIN_ADDENDS) return [];
  const indexes = measures.map((measure) => columns.indexOf(measure));
  const numbers = rows.map((row) =>
    indexes.map((index) => parseNumber((row[index] ?? '').trim(), format.decimal) ?? 0),
  );
  const texts = columns.flatMap(({ kind, isUnique }, index) => (kind === 'text' && !isUnique ? [index] : []));
  const inGroups = texts.flatMap((index) =>
    findGroupSums(
      numbers,
      rows.map((row) => row[index] ?? ''),
    ),
  );
  const label = Math.max(
    0,
    header.findIndex((_, index) => columns[index]?.kind === 'text'),
  );
  const found = new Set([...findRunningSums(numbers), ...inGroups]);
  return [...found].map((index) => (rows[index]?.[label] ?? '').trim()).filter((name) => name !== '');
};
