import type { ColumnType } from '../tabular/column.ts';

/**
 * The first mark and the distance between marks. Marks have 15 significant digits. Sums and means have at most 12
 * digits, so they never look like a mark.
 */
const FIRST_MARK = 100_000_000_000_007;
const MARK_STEP = 1000;
const TEXT_MARK = '\u0000mark ';

const numberMark = (row: number): number => FIRST_MARK + row * MARK_STEP;
const textMark = (row: number): string => `${TEXT_MARK}${row}`;

/** Marks each element of a list. The list keeps its length, so that paths into the list lead to marks too. */
const markParts = (cell: unknown, mark: unknown): readonly unknown[] => [cell].flat().map(() => mark);

/** Returns the mark that replaces a cell's value, by the type of its column. It can be recognized in the body. */
export const marks: Readonly<Record<ColumnType, (row: number, cell: unknown) => unknown>> = {
  text: textMark,
  freeText: textMark,
  number: numberMark,
  numberOrText: numberMark,
  list: (row, cell) => markParts(cell, textMark(row)),
  numberList: (row, cell) => markParts(cell, numberMark(row)),
  time: numberMark,
};

const readMark = (value: unknown): number | undefined => {
  if (typeof value === 'string' && value.startsWith(TEXT_MARK)) return Number(value.slice(TEXT_MARK.length));
  if (typeof value !== 'number') return undefined;
  const row = (value - FIRST_MARK) / MARK_STEP;
  return Number.isInteger(row) && row >= 0 ? row : undefined;
};

/** Finds marks anywhere inside a value. Stops at the second mark, because then no single cell is the cause. */
export const marksInside = (value: unknown): ReadonlySet<number> => {
  const rows = new Set<number>();
  const pending = [value];
  while (pending.length > 0 && rows.size < 2) {
    const next = pending.pop();
    const row = readMark(next);
    if (row !== undefined) rows.add(row);
    else if (typeof next === 'object' && next !== null) for (const inside of Object.values(next)) pending.push(inside);
  }
  return rows;
};
