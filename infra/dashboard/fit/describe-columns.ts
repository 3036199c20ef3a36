import { largestOf, smallestOf } from '../../../schemas/common/charts/extremes.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { cellsOf, countedUnit, readTimes } from './find-dates.ts';
import type { ProbedFile } from './probe-file.ts';

/** A column of a file, described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  readonly kind: 'number' | 'time' | 'text';
  /** The different cells that are not blank. */
  readonly values: ReadonlySet<string>;
  readonly hasBlanks: boolean;
  /** Milliseconds between the earliest and the latest time of the column; 0 if it has no times. */
  readonly spanMs: number;
}

const spanOf = (times: readonly number[]): number => largestOf(times) - smallestOf(times);

const isNumeric = (cells: readonly string[], decimal: '.' | ',' = '.'): boolean =>
  cells.length > 0 && cells.every((cell) => parseNumber(cell, decimal) !== undefined);

/** True if exactly one column has this name in the header. */
const isOwn = (name: string, { header, format }: ProbedFile): boolean =>
  format.header !== 'none' && name !== '' && header.filter((one) => one.trim() === name).length === 1;

const describeColumn = (name: string, index: number, probed: ProbedFile, timezone: string): FileColumn => {
  const { decimal, dates } = probed.format;
  const cells = cellsOf(probed, index);
  const isNamed = isOwn(name, probed);
  const base = {
    name: isNamed ? name : `column ${index + 1}`,
    reference: isNamed ? name : index + 1,
    values: new Set(cells),
    hasBlanks: cells.length < probed.rows.length,
    spanMs: 0,
  };
  if (isNumeric(cells, decimal) && countedUnit(name, cells) === undefined) return { ...base, kind: 'number' };
  const times = readTimes(cells, createTimeReader(dates, timezone));
  return times ? { ...base, kind: 'time', spanMs: spanOf(times) } : { ...base, kind: 'text' };
};

/** Describes the columns of a file by their first rows. */
export const describeColumns = (probed: ProbedFile, timezone: string): readonly FileColumn[] =>
  probed.header.map((name, index) => describeColumn(name.trim(), index, probed, timezone));
