import type { PictureCell, TablePicture, TextAlign } from '../../../../schemas/common/charts/picture.ts';
import type { Drawn, PictureStyle } from '../picture-style.ts';
import { drawLines, escapeXml, LINE_HEIGHT, measureText, svgText, widestPart, wrapText } from '../text.ts';
import type { Box } from '../theme.ts';
import { drawSparkline, drawStars } from './draw-marks.ts';

const FONT_SIZE = 12;
const CELL_PADDING = 6;
const ROW_PADDING = 3.5;
const MAX_ROW_HEIGHT = 46;
const MAX_CHART_ROW_HEIGHT = 72;
const DOT_RADIUS = 3.5;
const DOT_ROOM = 13;
const LINE_WIDTH = 100;
const STARS_WIDTH = 80;

const textOf = (cell: PictureCell): string => {
  if (typeof cell === 'string') return cell;
  return 'text' in cell ? cell.text : '';
};

const fixedWidth = (cell: PictureCell): number => {
  if (typeof cell === 'string') return 0;
  if ('text' in cell) return DOT_ROOM;
  return 'stars' in cell ? STARS_WIDTH : LINE_WIDTH;
};

const fullWidth = (cell: PictureCell): number =>
  fixedWidth(cell) + measureText(textOf(cell), FONT_SIZE) + 2 * CELL_PADDING;

const leastWidth = (cell: PictureCell): number =>
  fixedWidth(cell) + widestPart(textOf(cell), FONT_SIZE) + 2 * CELL_PADDING;

/** Tolerance, because sums of widths are not exact. */
const TOLERANCE_PX = 0.01;

type Columns = readonly { readonly x: number; readonly width: number }[];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Shares out a width: every column gets its least width, and then a part of what it still needs. */
const shareOut = (least: readonly number[], full: readonly number[], width: number): readonly number[] => {
  const needed = sumOf(least);
  if (needed >= width) return least.map((one) => (one / needed) * width);
  const wanted = sumOf(full);
  if (wanted <= width) return full.map((one) => (one / wanted) * width);
  return least.map((one, index) => one + (((full[index] as number) - one) / (wanted - needed)) * (width - needed));
};

/**
 * Returns the least and the full width of each column. A table with relative widths has these in place of full ones.
 */
const widthsOf = ({ header, rows, align, widths }: TablePicture, width: number) => {
  const widthsBy = (measure: (cell: PictureCell) => number) =>
    align.map((_, column) => Math.max(...[header[column] ?? '', ...rows.map((row) => row[column] ?? '')].map(measure)));
  const least = widthsBy(leastWidth);
  const total = sumOf(widths ?? []);
  if (!widths || total <= 0) return { least, full: widthsBy(fullWidth) };
  return { least, full: least.map((one, column) => Math.max(one, ((widths[column] ?? 0) / total) * width)) };
};

/** As many as keep their words whole. The others are left out, from the right. */
const layColumns = (table: TablePicture, { x, width }: Box): Columns => {
  const { least, full } = widthsOf(table, width);
  const fitting = least.findIndex((_, index) => sumOf(least.slice(0, index + 1)) > width + TOLERANCE_PX);
  const count = fitting === -1 ? least.length : Math.max(fitting, 1);
  let left = x;
  return shareOut(least.slice(0, count), full.slice(0, count), width).map((one) => {
    const column = { x: left, width: one };
    left += one;
    return column;
  });
};

const anchorOf = (align: TextAlign, { x, width }: Columns[number], indent: number): number => {
  if (align === 'left') return x + CELL_PADDING + indent;
  return align === 'right' ? x + width - CELL_PADDING : x + width / 2;
};

const linesIn = (cell: PictureCell, { width }: Columns[number]): readonly string[] =>
  wrapText(textOf(cell), FONT_SIZE, width - 2 * CELL_PADDING - (typeof cell === 'string' ? 0 : DOT_ROOM));

const drawCell = (cell: PictureCell, align: TextAlign, box: Box, color: string, { theme }: PictureStyle): string => {
  const inner = { ...box, x: box.x + CELL_PADDING, width: box.width - 2 * CELL_PADDING };
  if (typeof cell !== 'string' && 'stars' in cell) return drawStars(cell, inner, theme);
  if (typeof cell !== 'string' && 'line' in cell)
    return drawSparkline(cell.line, { ...inner, y: box.y + 4, height: box.height - 8 }, theme);
  const hasDot = typeof cell !== 'string';
  const lines = linesIn(cell, box);
  const y = box.y + (box.height - lines.length * FONT_SIZE * LINE_HEIGHT) / 2;
  const side = hasDot ? 'left' : align;
  const x = anchorOf(side, box, hasDot ? DOT_ROOM : 0);
  const dot = hasDot
    ? `<circle cx="${inner.x + DOT_RADIUS}" cy="${box.y + box.height / 2}" r="${DOT_RADIUS}" fill="${escapeXml(cell.color)}"/>`
    : '';
  return dot + drawLines(lines, { x, y, size: FONT_SIZE, color, align: side });
};

const heightOf = (cells: readonly PictureCell[], columns: Columns): number => {
  const lines = columns.map((column, index) => linesIn(cells[index] ?? '', column).length);
  return Math.max(1, ...lines) * FONT_SIZE * LINE_HEIGHT + 2 * ROW_PADDING;
};

interface Turn {
  readonly rows: readonly (readonly PictureCell[])[];
  readonly height: number;
}

/** Divides the rows into turns, each with the whole rows for which there is room. */
const divideRows = (table: TablePicture, columns: Columns, room: number): readonly Turn[] => {
  const turns: { rows: (readonly PictureCell[])[]; height: number }[] = [];
  for (const row of table.rows) {
    const height = heightOf(row, columns);
    const last = turns.at(-1);
    if (last && last.height + height <= room) {
      last.rows.push(row);
      last.height += height;
    } else turns.push({ rows: [row], height });
  }
  return turns;
};

const isTooHigh = (turns: readonly Turn[], room: number): boolean => turns.some(({ height }) => height > room);

/** Lays out a table. Where a row would be too high, the header is left out, and then columns from the right. */
const layTable = (table: TablePicture, box: Box) => {
  const all = layColumns(table, box);
  const headHeight = table.header.some(Boolean) ? heightOf(table.header, all) : 0;
  const turns = divideRows(table, all, box.height - headHeight);
  if (!isTooHigh(turns, box.height - headHeight)) return { columns: all, headHeight, turns };
  for (let count = all.length; count > 1; count -= 1) {
    const columns = layColumns({ ...table, align: table.align.slice(0, count) }, box);
    const divided = divideRows(table, columns, box.height);
    if (!isTooHigh(divided, box.height)) return { columns, headHeight: 0, turns: divided };
  }
  const columns = layColumns({ ...table, align: table.align.slice(0, 1) }, box);
  return { columns, headHeight: 0, turns: divideRows(table, columns, box.height) };
};

const NOTE_SIZE = 11;
const NOTE_HEIGHT = 18;

const layWithNote = (table: TablePicture, box: Box) => {
  const laid = layTable(table, box);
  if (laid.columns.length === table.align.length) return { ...laid, hidden: 0, height: box.height };
  const height = box.height - NOTE_HEIGHT;
  const above = layTable(table, { ...box, height });
  return { ...above, hidden: table.align.length - above.columns.length, height };
};

const hasCharts = ({ rows }: TablePicture): boolean =>
  rows.some((row) => row.some((cell) => typeof cell !== 'string' && 'line' in cell));

/** Returns the place of a table. A drawing that may grow has room for all rows and columns. */
const roomFor = (table: TablePicture, box: Box, { rest }: PictureStyle): Box => {
  if (rest === 'turns') return box;
  const least = sumOf(widthsOf(table, box.width).least);
  return { ...box, width: Math.max(box.width, least), height: Number.POSITIVE_INFINITY };
};

/** Draws the whole rows of a table for which there is room. The next rows follow at the next turn. */
export const drawTable = (table: TablePicture, given: Box, style: PictureStyle): Drawn => {
  const { theme, turn } = style;
  const box = roomFor(table, given, style);
  const { columns, headHeight, turns, hidden, height: tableHeight } = layWithNote(table, box);
  const { rows, height } = turns[turn % Math.max(turns.length, 1)] ?? { rows: [], height: 0 };
  const spare = Math.max(Math.min(tableHeight, given.height) - headHeight - height, 0) / Math.max(rows.length, 1);
  const most = hasCharts(table) ? MAX_CHART_ROW_HEIGHT : MAX_ROW_HEIGHT;
  const drawRow = (cells: readonly PictureCell[], y: number, rowHeight: number, color: string): string =>
    columns
      .map((column, index) =>
        drawCell(cells[index] ?? '', table.align[index] ?? 'left', { ...column, y, height: rowHeight }, color, style),
      )
      .join('');
  const parts = headHeight > 0 ? [drawRow(table.header, box.y, headHeight, theme.mutedText)] : [];
  let y = box.y + headHeight;
  for (const [index, cells] of rows.entries()) {
    const least = heightOf(cells, columns);
    const rowHeight = Math.max(least, Math.min(least + spare, most));
    if (index % 2 === 0)
      parts.push(
        `<rect x="${box.x}" y="${y}" width="${box.width}" height="${rowHeight}" rx="4" fill="${theme.surface}"/>`,
      );
    parts.push(drawRow(cells, y, rowHeight, theme.text));
    y += rowHeight;
  }
  if (hidden > 0) {
    const note = { size: NOTE_SIZE, color: theme.mutedText, align: 'right' } as const;
    parts.push(svgText(style.moreColumns(hidden), box.x + box.width - CELL_PADDING, box.y + box.height - 5, note));
  }
  const isTooLarge = columns.length < table.align.length || (headHeight === 0 && table.header.some(Boolean));
  return {
    svg: parts.join(''),
    turns: Math.max(turns.length, 1),
    isTooLarge,
    end: { width: box.x + box.width, height: y },
  };
};
