import type { CellPlace } from './sheet-area.ts';

export interface FilledCell extends CellPlace {
  readonly text: string;
  readonly isText: boolean;
}

export interface MixedColumn {
  /** From 1. */
  readonly column: number;
  readonly isPercent: boolean;
  /** Number of cells whose form changed. */
  readonly changed: number;
  readonly from: string;
  readonly to: string;
}

interface Column {
  percents: number;
  plain: number;
  first: number;
  /** The largest amounts among the percentages and among the plain numbers. */
  largest: number;
  largestPlain: number;
}

const isPercent = ({ text, isText }: FilledCell): boolean => !isText && text.endsWith('%');

const isPlain = ({ text, isText }: FilledCell): boolean => !isText && Number.isFinite(Number(text));

const MAX_DIGITS = 15;

const rounded = (number: number): string => String(Number(number.toPrecision(MAX_DIGITS)));

const toPercent = (text: string): string => `${rounded(Number(text) * 100)}%`;

const toPlain = (text: string): string => rounded(Number(text.slice(0, -1)) / 100);

/** True for the name of a column, such as a year: in the first row, or a whole number above the first percentage. */
const isName = ({ row, text }: FilledCell, top: number, { first }: Column): boolean =>
  row === top || (row < first && Number.isInteger(Number(text)) && Math.abs(Number(text)) > 1);

/** Counts no zero, which is the same in both forms. */
const countForms = (cells: readonly FilledCell[], top: number): ReadonlyMap<number, Column> => {
  const columns = new Map<number, Column>();
  for (const cell of cells) {
    if (!isPercent(cell)) continue;
    const column = columns.get(cell.column) ?? { percents: 0, plain: 0, first: cell.row, largest: 1, largestPlain: 0 };
    column.percents += 1;
    column.first = Math.min(column.first, cell.row);
    column.largest = Math.max(column.largest, Math.abs(Number.parseFloat(cell.text)) / 100);
    columns.set(cell.column, column);
  }
  if (columns.size === 0) return columns;
  for (const cell of cells) {
    const column = columns.get(cell.column);
    if (!column || !isPlain(cell) || Number(cell.text) === 0 || isName(cell, top, column)) continue;
    column.plain += 1;
    column.largestPlain = Math.max(column.largestPlain, Math.abs(Number(cell.text)));
  }
  return columns;
};

/** True if the plain numbers are shares, too. An age between shares stays an age. */
const isOneKind = ({ largest, largestPlain }: Column): boolean => largestPlain <= largest;

/** Writes one form, that of most cells, because 0.3 and 30% are the same number only in a workbook. */
export const unifyPercents = (
  cells: readonly FilledCell[],
  top: number,
): { readonly cells: readonly FilledCell[]; readonly mixed: readonly MixedColumn[] } => {
  const columns = countForms(cells, top);
  if (columns.size === 0) return { cells, mixed: [] };
  const mixed = new Map<number, MixedColumn>();
  const unify = (cell: FilledCell): FilledCell => {
    const column = columns.get(cell.column);
    if (!column || !isOneKind(column)) return cell;
    const isMostly = column.percents > column.plain;
    const isOther = isMostly ? isPlain(cell) && !isName(cell, top, column) : isPercent(cell);
    if (!isOther) return cell;
    const text = isMostly ? toPercent(cell.text) : toPlain(cell.text);
    const { changed, from, to } = mixed.get(cell.column) ?? { changed: 0, from: cell.text, to: text };
    const isZero = Number.parseFloat(text) === 0;
    if (!isZero) mixed.set(cell.column, { column: cell.column, isPercent: isMostly, changed: changed + 1, from, to });
    return { ...cell, text };
  };
  return { cells: cells.map(unify), mixed: [...mixed.values()] };
};
