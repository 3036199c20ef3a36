import type { ReadAttribute, XmlListener } from './read-zipped-xml.ts';
import { type CellPlace, MAX_COLUMNS, MAX_ROWS, nameCell } from './sheet-area.ts';
import { createGrid } from './sheet-grid.ts';
import type { SheetNotes } from './sheet-notes.ts';
import type { FormatCell } from './workbook-parts.ts';

export interface SheetContent extends SheetNotes {
  /** The smallest rectangle with all filled cells. */
  readonly rows: readonly (readonly string[])[];
}

export interface SheetReader {
  readonly listener: XmlListener;
  /** @throws Error if the area of the cells is too large. */
  readonly finish: () => SheetContent;
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

const TEXT_TYPES: ReadonlySet<string> = new Set(['s', 'str', 'inlineStr']);

/** Matches the tag of a cell that has content, and the name of the cell. */
const CELL_WITH_CONTENT = /<(?:\w+:)?c r="([A-Z]{1,3}\d{1,7})"[^>]*(?<!\/)>/g;

interface OpenCell {
  readonly place: CellPlace;
  readonly type: string;
  readonly style: number;
  hasFormula: boolean;
  /** Content of the element `v`. Undefined if the cell has none. */
  value: string | undefined;
  /** Undefined if the cell keeps no text itself. */
  inline: string | undefined;
}

const openCell = (read: ReadAttribute, next: CellPlace): OpenCell => {
  const name = read('r');
  const place = name === undefined ? next : parseName(name);
  if (!isInSheet(place)) throw new RangeError(`cell ${name ?? nameCell(place)} is outside of the sheet`);
  const style = Number(read('s') ?? 0);
  return { place, type: read('t') ?? 'n', style, hasFormula: false, value: undefined, inline: undefined };
};

/** True for a formula whose value nobody has calculated yet. The value of `=""` is stored as an empty text. */
const isUnsaved = ({ hasFormula, type, value, inline }: OpenCell): boolean =>
  hasFormula && inline === undefined && (value === undefined || (value === '' && type !== 'str'));

const INLINE = 'inlineStr';

const formatCell = ({ place, type, style, value, inline }: OpenCell, format: FormatCell): string => {
  const isInline = inline !== undefined && (type === INLINE || value === undefined);
  try {
    return format({ type: isInline ? INLINE : type, style, text: (isInline ? inline : value) ?? '' });
  } catch (cause) {
    throw new RangeError(`cell ${nameCell(place)} ${(cause as Error).message}`, { cause });
  }
};

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Creates a reader of one sheet. A cell without a place follows the cell before it. */
export const createSheetReader = (format: FormatCell, isVisibleOnly: boolean): SheetReader => {
  const grid = createGrid(isVisibleOnly);
  let next: CellPlace = { row: 0, column: 1 };
  let cell: OpenCell | undefined;
  let target: 'value' | 'inline' | undefined;
  let isPhonetic = false;
  let errors = 0;
  let unsaved = 0;
  let firstUnsaved = '';

  const openRow = (read: ReadAttribute): void => {
    next = { row: Number(read('r') ?? next.row + 1), column: 1 };
    if (isTrue(read('hidden'))) grid.hideRow(next.row);
  };
  const openElement: Readonly<Record<string, (read: ReadAttribute) => void>> = {
    row: openRow,
    c: (read) => {
      cell = openCell(read, next);
    },
    f: () => {
      if (cell) cell.hasFormula = true;
    },
    v: () => {
      target = 'value';
      if (cell) cell.value ??= '';
    },
    t: () => {
      if (isPhonetic) return;
      target = 'inline';
      if (cell) cell.inline ??= '';
    },
    rPh: () => {
      isPhonetic = true;
    },
    col: (read) => {
      if (isTrue(read('hidden'))) grid.hideColumns(Number(read('min')), Number(read('max')));
    },
    mergeCell: (read) => {
      const [from = '', to = from] = (read('ref') ?? '').split(':');
      grid.merge({ from: parseName(from), to: parseName(to) });
    },
  };
  const open = (name: string, read: ReadAttribute): void => {
    target = undefined;
    openElement[name]?.(read);
  };
  const closeCell = (closed: OpenCell): void => {
    const { place, type, inline } = closed;
    const text = formatCell(closed, format);
    if (isUnsaved(closed)) {
      unsaved += 1;
      firstUnsaved ||= nameCell(place);
    }
    if (type === 'e') {
      errors += 1;
      grid.addError(place, text);
    } else if (text !== '') grid.add(place, text, TEXT_TYPES.has(type) || inline !== undefined);
    next = { row: place.row, column: place.column + 1 };
    cell = undefined;
  };
  const close = (name: string): void => {
    target = undefined;
    if (name === 'rPh') isPhonetic = false;
    if (name === 'c' && cell) closeCell(cell);
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
    finish: () => ({ ...grid.toRows(), errors, unsaved, firstUnsaved }),
  };
};
