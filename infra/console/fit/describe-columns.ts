import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { number, time } from '../../../shared/tabular/column.ts';
import { createCellTyper } from '../../../shared/tabular/type-cell.ts';
import type { ProbedFile } from './probe-file.ts';

/** A column of a file, as far as its first rows tell. */
export interface FileColumn {
  readonly name: string;
  readonly kind: 'number' | 'time' | 'text';
  /** The number of different cells that are not blank. */
  readonly distinct: number;
  readonly hasBlanks: boolean;
  /** Milliseconds between the first and the last time. */
  readonly spanMs: number;
}

const typeAll = (cells: readonly string[], type: typeof number, { format }: ProbedFile, timezone: string) => {
  const context = { origin: 'text', decimal: format.decimal ?? '.', timezone } as const;
  const typeCell = createCellTyper(type, '', context);
  const values = cells.map((cell) => typeCell(cell));
  return values.some(isCellFault) ? undefined : (values as readonly number[]);
};

const describeColumn = (name: string, cells: readonly string[], probed: ProbedFile, timezone: string): FileColumn => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const hasBlanks = filled.length < cells.length;
  const base = { name, distinct: new Set(filled).size, hasBlanks, spanMs: 0 };
  if (filled.length === 0) return { ...base, kind: 'text' };
  if (typeAll(filled, number, probed, timezone)) return { ...base, kind: 'number' };
  const times = typeAll(filled, time, probed, timezone);
  if (!times) return { ...base, kind: 'text' };
  const span = times.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  return { ...base, kind: 'time', spanMs: span - times.reduce((least, one) => Math.min(least, one), span) };
};

/** Describes the columns of a file by their first rows. */
export const describeColumns = (probed: ProbedFile, timezone: string): readonly FileColumn[] =>
  probed.header.map((name, index) =>
    describeColumn(
      name.trim(),
      probed.rows.map((row) => row[index] ?? ''),
      probed,
      timezone,
    ),
  );
