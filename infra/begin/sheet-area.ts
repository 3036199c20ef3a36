import { createRefusal } from './read-zipped-xml.ts';

export const MAX_CELLS = 1_000_000;
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Counted from 1. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Counted from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface Edges {
  readonly bottom: CellPlace;
  readonly right: CellPlace;
  readonly top: CellPlace;
  readonly left: CellPlace;
}

/** The numbers of filled cells in each row and each column of a sheet. */
export interface FilledCells {
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
  count: number;
}

export const createFilledCells = (): FilledCells => ({
  rows: new Uint32Array(MAX_ROWS + 1),
  columns: new Uint32Array(MAX_COLUMNS + 1),
  count: 0,
});

/** Counts a filled cell; `change` -1 takes it away again. */
export const countCell = (filled: FilledCells, { row, column }: CellPlace, change = 1): void => {
  filled.rows[row] = (filled.rows[row] ?? 0) + change;
  filled.columns[column] = (filled.columns[column] ?? 0) + change;
  filled.count += change;
};

const isFilled = (count: number): boolean => count > 0;

export const areaOf = ({ rows, columns }: FilledCells): Area => ({
  top: rows.findIndex(isFilled),
  left: columns.findIndex(isFilled),
  bottom: rows.findLastIndex(isFilled),
  right: columns.findLastIndex(isFilled),
});

const sizeOf = ({ top, left, bottom, right }: Area): number => (bottom - top + 1) * (right - left + 1);

/** Returns letters such as `XFD`. */
export const lettersOf = (column: number): string =>
  column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

/** Returns a name such as `A1`. */
export const nameCell = ({ row, column }: CellPlace): string => `${lettersOf(column)}${row}`;

/** Returns a name such as `A1:C3001`. */
const nameArea = ({ top, left, bottom, right }: Area): string =>
  `${nameCell({ row: top, column: left })}:${nameCell({ row: bottom, column: right })}`;

const areaWithout = (filled: FilledCells, place: CellPlace): Area => {
  countCell(filled, place, -1);
  const area = areaOf(filled);
  countCell(filled, place);
  return area;
};

const findStray = (filled: FilledCells, { bottom, right, top, left }: Edges) =>
  [bottom, right, top, left]
    .map((place) => ({ place, rest: areaWithout(filled, place) }))
    .toSorted((a, b) => sizeOf(a.rest) - sizeOf(b.rest))
    .find(({ rest }) => sizeOf(rest) <= MAX_CELLS);

/** @throws Error if the area of a sheet is too large to import. */
export const checkArea = (filled: FilledCells, edges: Edges): void => {
  const area = areaOf(filled);
  if (sizeOf(area) <= MAX_CELLS) return;
  const stray = findStray(filled, edges);
  throw createRefusal(
    stray
      ? `cell ${nameCell(stray.place)} lies far from the other cells (${nameArea(stray.rest)}); delete it`
      : `the area ${nameArea(area)} has more than ${MAX_CELLS} cells; delete cells, or split the sheet`,
  );
};
