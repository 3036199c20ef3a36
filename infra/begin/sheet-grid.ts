import { type FilledCell, unifyPercents } from './percent-columns.ts';
import {
  areaOf,
  type CellPlace,
  checkArea,
  countCell,
  createFilledCells,
  type Edges,
  MAX_CELLS,
} from './sheet-area.ts';
import type { SheetNotes } from './sheet-notes.ts';

interface MergedArea {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

interface GridRows extends Pick<SheetNotes, 'mergedNumbers' | 'hiddenRows' | 'hiddenColumns' | 'mixed'> {
  readonly rows: readonly (readonly string[])[];
}

const NO_ROWS: GridRows = { rows: [], mergedNumbers: 0, hiddenRows: 0, hiddenColumns: 0, mixed: [] };

const extend = ({ bottom, right, top, left }: Edges, place: CellPlace): Edges => ({
  bottom: place.row >= bottom.row ? place : bottom,
  right: place.column >= right.column ? place : right,
  top: place.row < top.row ? place : top,
  left: place.column < left.column ? place : left,
});

/** Maximum number of merged areas of a sheet whose text is copied to all their cells. */
const MAX_MERGED_AREAS = 100_000;

const nameOf = ({ row, column }: CellPlace): string => `${row}:${column}`;

/** Cells outside of the sheet's rows are left out. */
const fillArea = (
  rows: readonly string[][],
  { from, to }: MergedArea,
  { top, left }: { readonly top: number; readonly left: number },
  text: string,
): void => {
  const columns = rows[0]?.length ?? 0;
  for (let row = from.row - top; row <= Math.min(to.row - top, rows.length - 1); row += 1)
    for (let column = from.column - left; column <= Math.min(to.column - left, columns - 1); column += 1)
      (rows[row] as string[])[column] = text;
};

const createHidden = () => {
  const rows = new Set<number>();
  const ranges: (readonly [first: number, last: number])[] = [];
  return {
    hideRow: (row: number): void => {
      rows.add(row);
    },
    hideColumns: (first: number, last: number): void => {
      ranges.push([first, last]);
    },
    isRowHidden: (row: number): boolean => rows.has(row),
    isColumnHidden: (column: number): boolean => ranges.some(([first, last]) => column >= first && column <= last),
  };
};

export const createGrid = (isVisibleOnly: boolean) => {
  const filled = createFilledCells();
  const cells: FilledCell[] = [];
  const errors: (CellPlace & { readonly text: string })[] = [];
  const areas: MergedArea[] = [];
  const { hideRow, hideColumns, isRowHidden, isColumnHidden } = createHidden();
  let edges: Edges | undefined;

  const fillMerged = (rows: readonly string[][], corner: { readonly top: number; readonly left: number }): number => {
    const firsts = new Map(areas.map((area) => [nameOf(area.from), area]));
    let numbers = 0;
    if (firsts.size === 0) return numbers;
    for (const { isText, text, ...place } of cells) {
      const area = firsts.get(nameOf(place));
      if (area && isText) fillArea(rows, area, corner, text);
      else if (area) numbers += 1;
    }
    return numbers;
  };

  return {
    hideRow,
    hideColumns,
    merge: (area: MergedArea): void => {
      if (areas.length < MAX_MERGED_AREAS) areas.push(area);
    },
    /** Never enlarges the area of the filled cells. The error is kept only inside that area. */
    addError: (place: CellPlace, text: string): void => {
      if (errors.length < MAX_CELLS) errors.push({ row: place.row, column: place.column, text });
    },
    add: (place: CellPlace, text: string, isText = true): void => {
      countCell(filled, place);
      edges = extend(edges ?? { bottom: place, right: place, top: place, left: place }, place);
      if (filled.count <= MAX_CELLS) cells.push({ row: place.row, column: place.column, text, isText });
    },
    isFull: () => filled.count > MAX_CELLS,
    /** No rows if no cell is filled. */
    toRows: (): GridRows => {
      if (!edges) return NO_ROWS;
      checkArea(filled, edges);
      const { top, left, bottom, right } = areaOf(filled);
      const rows = Array.from({ length: bottom - top + 1 }, () => new Array<string>(right - left + 1).fill(''));
      const { cells: unified, mixed } = unifyPercents(cells, top);
      for (const { row, column, text } of unified) (rows[row - top] as string[])[column - left] = text;
      for (const { row, column, text } of errors)
        if (row >= top && row <= bottom && column >= left && column <= right)
          (rows[row - top] as string[])[column - left] = text;
      const mergedNumbers = fillMerged(rows, { top, left });
      const isShown = rows.map((_, row) => !isRowHidden(row + top));
      const isColumnShown = Array.from(rows[0] ?? [], (_, column) => !isColumnHidden(column + left));
      return {
        rows: isVisibleOnly
          ? rows.filter((_, row) => isShown[row]).map((row) => row.filter((_, column) => isColumnShown[column]))
          : rows,
        mergedNumbers,
        mixed,
        hiddenRows: isShown.filter((shown, row) => !shown && (filled.rows[row + top] ?? 0) > 0).length,
        hiddenColumns: isColumnShown.filter((shown, column) => !shown && (filled.columns[column + left] ?? 0) > 0)
          .length,
      };
    },
  };
};
