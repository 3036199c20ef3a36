import { largestOf, smallestOf } from '../../../schemas/common/charts/format-number.ts';
import { createBucketText } from '../../../shared/calendar/bucket.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { cellsOf, countedUnit, readTimes } from './find-dates.ts';
import { areUnclear } from './find-forms.ts';
import type { ProbedFile } from './probe-file.ts';

/** A column of a file, described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  /** The cells of the header's single lines above the column, if it has several lines. */
  readonly parts: readonly string[];
  readonly kind: 'number' | 'time' | 'text' | 'unclear';
  /** True for lengths of time, whose average says more than their sum. */
  readonly isLength?: boolean;
  /** The different cells that are not blank. */
  readonly values: ReadonlySet<string>;
  readonly hasBlanks: boolean;
  /** True if no two rows have the same cell. */
  readonly isUnique: boolean;
  /** Milliseconds between the earliest and the latest time of the column; 0 if it has no times. */
  readonly spanMs: number;
  /** The spans into which the times of the column are grouped. */
  readonly bucket: 'hour' | 'day' | 'month';
}

const spanOf = (times: readonly number[]): number => largestOf(times) - smallestOf(times);

const DAY_MS = 86_400_000;
/** Longest span of times that are grouped by hours. Times over a longer span are grouped by days. */
const MAX_HOURLY_SPAN_MS = 2 * DAY_MS;
const MIN_MONTHS = 2;

/** Returns the spans that times fill: months if all times are firsts of a month, and no hours for dates alone. */
const bucketOf = (times: readonly number[], timezone: string): FileColumn['bucket'] => {
  const textOf = createBucketText('time', timezone);
  const texts = new Set(times.map(textOf));
  if (texts.size >= MIN_MONTHS && Array.from(texts).every((text) => text.endsWith('-01 00:00:00'))) return 'month';
  const areDays = Array.from(texts).every((text) => text.endsWith(' 00:00:00'));
  return areDays || spanOf(times) > MAX_HOURLY_SPAN_MS ? 'day' : 'hour';
};

const isNumeric = (cells: readonly string[], decimal: '.' | ',' = '.'): boolean =>
  cells.length > 0 && cells.every((cell) => parseNumber(cell, decimal) !== undefined);

/** True if exactly one column has this name in the header. */
const isOwn = (name: string, { header, format }: ProbedFile): boolean =>
  format.header !== 'none' && name !== '' && header.filter((one) => one.trim() === name).length === 1;

const withoutUnit = (cell: string, units: Readonly<Record<string, number>>): string => {
  const unit = Object.keys(units).find((one) => cell.endsWith(one));
  return unit === undefined ? cell : cell.slice(0, -unit.length).trim();
};

const describeColumn = (name: string, index: number, probed: ProbedFile, timezone: string): FileColumn => {
  const { decimal, dates, months, blank = [], units = {}, durations = {} } = probed.format;
  const cells = cellsOf(probed, index).filter((cell) => !blank.includes(cell));
  const isNamed = isOwn(name, probed);
  const base = {
    name: isNamed ? name : `column ${index + 1}`,
    reference: isNamed ? name : index + 1,
    parts: (probed.headerLines ?? []).map((line) => (line[index] ?? '').trim()),
    values: new Set(cells),
    hasBlanks: cells.length < probed.rows.length && !(probed.format.fillDown ?? []).includes(name),
    isUnique: new Set(cells).size === probed.rows.length,
    spanMs: 0,
    bucket: 'day' as const,
  };
  if (areUnclear(cells, probed.delimiter, decimal)) return { ...base, kind: 'unclear' };
  const numbers = name in durations ? cells.map(() => '0') : cells.map((cell) => withoutUnit(cell, units));
  if (isNumeric(numbers, decimal) && countedUnit(name, cells) === undefined)
    return { ...base, kind: 'number', isLength: name in durations };
  const times = readTimes(cells, createTimeReader(dates, timezone, months));
  if (!times) return { ...base, kind: 'text' };
  return { ...base, kind: 'time', spanMs: spanOf(times), bucket: bucketOf(times, timezone) };
};

/** Describes the columns of a file by their first rows. */
export const describeColumns = (probed: ProbedFile, timezone: string): readonly FileColumn[] =>
  probed.header.map((name, index) => describeColumn(name.trim(), index, probed, timezone));
