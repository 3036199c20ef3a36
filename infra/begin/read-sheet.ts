import type { ReadAttribute, XmlListener } from './read-zipped-xml.ts';
import {
  areaOf,
  type CellPlace,
  checkArea,
  countCell,
  createFilledCells,
  type Edges,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  nameCell,
} from './sheet-area.ts';
import type { FormatCell } from './workbook-parts.ts';

/** Reads the cells of a sheet from its XML, which a parser sends to `listener`. */
export interface SheetReader {
  readonly listener: XmlListener;
  /** Returns the sheet's area as rows of texts. Throws if the area is too large. */
  readonly rows: () => readonly (readonly string[])[];
  /** Returns what a user should know about the sheet. */
  readonly notes: () => SheetNotes;
}

/** Counts of cells and merged areas whose CSV text a user may not expect. */
export interface SheetNotes {
  /** The number of cells with an error, such as #DIV/0!. */
  readonly errors: number;
  /** The number of merged areas with a number, which stays in the first cell. */
  readonly mergedNumbers: number;
}

/** A merged area by its first and its last cell. */
interface MergedArea {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

const LETTER_A = 65;

/** Reads the name of a cell, such as `C12`. */
const parseName = (name: string): CellPlace => {
  let at = 0;
  let column = 0;
  while (name.charCodeAt(at) >= LETTER_A) {
    column = column * 26 + name.charCodeAt(at) - LETTER_A + 1;
    at += 1;
  }
  return { row: Number(name.slice(at)), column };
};

const isInSheet = ({ row, column }: CellPlace): boolean =>
  Number.isInteger(row) && row >= 1 && row <= MAX_ROWS && column >= 1 && column <= MAX_COLUMNS;

/** Moves the edges of an area to a filled cell. */
const extend = ({ bottom, right, top, left }: Edges, place: CellPlace): Edges => ({
  bottom: place.row >= bottom.row ? place : bottom,
  right: place.column >= right.column ? place : right,
  top: place.row < top.row ? place : top,
  left: place.column < left.column ? place : left,
});

/** Maximum number of merged areas of a sheet whose text is copied to all their cells. */
const MAX_MERGED_AREAS = 100_000;

const nameOf = ({ row, column }: CellPlace): string => `${row}:${column}`;

/** Writes a text into all cells of a merged area that are inside of the sheet's rows. */
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

/** Types of cells whose content is text. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['s', 'str', 'inlineStr']);

/** Collects the filled cells of a sheet. */
const createGrid = () => {
  const filled = createFilledCells();
  const cells: (CellPlace & { readonly text: string; readonly isText: boolean })[] = [];
  const errors: (CellPlace & { readonly text: string })[] = [];
  const areas: MergedArea[] = [];
  let edges: Edges | undefined;
  let mergedNumbers = 0;
  return {
    merge: (area: MergedArea): void => {
      if (areas.length < MAX_MERGED_AREAS) areas.push(area);
    },
    mergedNumbers: () => mergedNumbers,
    /**
     * Adds a cell with an error. Such a cell never enlarges the area of the filled cells, and is kept only inside that
     * area.
     */
    addError: (place: CellPlace, text: string): void => {
      if (errors.length < MAX_CELLS) errors.push({ row: place.row, column: place.column, text });
    },
    add: (place: CellPlace, text: string, isText = true): void => {
      countCell(filled, place);
      edges = extend(edges ?? { bottom: place, right: place, top: place, left: place }, place);
      if (filled.count <= MAX_CELLS) cells.push({ row: place.row, column: place.column, text, isText });
    },
    isFull: () => filled.count > MAX_CELLS,
    /** Returns the smallest rectangle with all filled cells, or no rows if no cell is filled. */
    toRows: (): readonly (readonly string[])[] => {
      if (!edges) return [];
      checkArea(filled, edges);
      const { top, left, bottom, right } = areaOf(filled);
      const rows = Array.from({ length: bottom - top + 1 }, () => new Array<string>(right - left + 1).fill(''));
      for (const { row, column, text } of cells) (rows[row - top] as string[])[column - left] = text;
      for (const { row, column, text } of errors)
        if (row >= top && row <= bottom && column >= left && column <= right)
          (rows[row - top] as string[])[column - left] = text;
      const firsts = new Map(areas.map((area) => [nameOf(area.from), area]));
      mergedNumbers = 0;
      for (const { isText, text, ...place } of cells) {
        const area = firsts.get(nameOf(place));
        if (area && isText) fillArea(rows, area, { top, left }, text);
        else if (area) mergedNumbers += 1;
      }
      return rows;
    },
  };
};

/** Matches the tag of a cell that has content, and the name of the cell. */
const CELL_WITH_CONTENT = /<(?:\w+:)?c r="([A-Z]{1,3}\d{1,7})"[^>]*(?<!\/)>/g;

/** A cell that is being read. */
interface OpenCell {
  readonly place: CellPlace;
  readonly type: string;
  readonly style: number;
  /** The content of the element `v`. Undefined if the cell has no such element. */
  value: string | undefined;
  /** The text of a cell that keeps its text itself. Undefined if the cell has none. */
  inline: string | undefined;
}

const openCell = (read: ReadAttribute, next: CellPlace): OpenCell => {
  const name = read('r');
  const place = name === undefined ? next : parseName(name);
  if (!isInSheet(place)) throw new RangeError(`cell ${name ?? nameCell(place)} is outside of the sheet`);
  return { place, type: read('t') ?? 'n', style: Number(read('s') ?? 0), value: undefined, inline: undefined };
};

const INLINE = 'inlineStr';

/** Formats a cell. An error names the cell. */
const formatCell = ({ place, type, style, value, inline }: OpenCell, format: FormatCell): string => {
  const isInline = inline !== undefined && (type === INLINE || value === undefined);
  try {
    return format({ type: isInline ? INLINE : type, style, text: (isInline ? inline : value) ?? '' });
  } catch (cause) {
    throw new RangeError(`cell ${nameCell(place)} ${(cause as Error).message}`, { cause });
  }
};

/** Creates a reader of one sheet. A cell without a place follows the cell before it. */
export const createSheetReader = (format: FormatCell): SheetReader => {
  const grid = createGrid();
  let next: CellPlace = { row: 0, column: 1 };
  let cell: OpenCell | undefined;
  let target: 'value' | 'inline' | undefined;
  let isPhonetic = false;
  let errors = 0;

  const open = (name: string, read: ReadAttribute): void => {
    if (name === 'row') next = { row: Number(read('r') ?? next.row + 1), column: 1 };
    if (name === 'c') cell = openCell(read, next);
    if (name === 'rPh') isPhonetic = true;
    if (name === 'mergeCell') {
      const [from = '', to = from] = (read('ref') ?? '').split(':');
      grid.merge({ from: parseName(from), to: parseName(to) });
    }
    target = name === 'v' ? 'value' : undefined;
    if (name === 't' && !isPhonetic) target = 'inline';
    if (cell && target) cell[target] ??= '';
  };
  const close = (name: string): void => {
    target = undefined;
    if (name === 'rPh') isPhonetic = false;
    if (name !== 'c' || !cell) return;
    const { place, type, inline } = cell;
    const text = formatCell(cell, format);
    if (type === 'e') {
      errors += 1;
      grid.addError(place, text);
    } else if (text !== '') grid.add(place, text, TEXT_TYPES.has(type) || inline !== undefined);
    next = { row: place.row, column: place.column + 1 };
    cell = undefined;
  };
  const text = (part: string): void => {
    if (target !== undefined && cell) cell[target] += part;
  };
  let rest = '';
  /** Adds only the places of cells with content, because a sheet with too many cells is measured and not read. */
  const skip = (xml: string): void => {
    rest += xml;
    const places = rest.matchAll(CELL_WITH_CONTENT).map(([, name = '']) => parseName(name));
    for (const place of places.filter(isInSheet)) grid.add(place, '');
    rest = rest.slice(rest.lastIndexOf('<'));
  };
  return {
    listener: { open, close, text, skip, isSkipping: grid.isFull },
    rows: grid.toRows,
    notes: () => ({ errors, mergedNumbers: grid.mergedNumbers() }),
  };
};
