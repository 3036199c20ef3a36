import type { ColumnType } from '../tabular/column.ts';

/** Marks are no value that a table holds, and no sum or mean of marks is one: those have 12 significant digits, marks 15. */
const FIRST_MARK = 100_000_000_000_007;
const MARK_STEP = 1000;
const TEXT_MARK = '\u0000mark ';

const numberMark = (row: number): number => FIRST_MARK + row * MARK_STEP;
const textMark = (row: number): string => `${TEXT_MARK}${row}`;

/** A list keeps its length, so that a path into it leads to a mark too. */
const markParts = (cell: unknown, mark: unknown): readonly unknown[] => [cell].flat().map(() => mark);

/** The mark that takes the place of a cell's value, by the type of its column. It can be found again in the body. */
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

/** Finds the marks that stand anywhere inside a value, two at most: more than one name no cell. */
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
