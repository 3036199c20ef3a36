import { largestOf, smallestOf } from '../../../../schemas/common/charts/format-number.ts';
import type { PictureCell, TablePicture, TextAlign } from '../../../../schemas/common/charts/picture.ts';
import type { Box, Theme } from '../theme.ts';
import { escapeXml, fitText, measureText, svgText } from './text.ts';

const STARS = 5;
const SIZE = 13;
const GAP = 3;
const COLOR = '#f5b82e';
const OUTER_RADIUS = SIZE / 2;
const INNER_RADIUS = OUTER_RADIUS * 0.42;

/** Returns the corners of a star, from its top. */
const starAt = (cx: number, cy: number): string => {
  const corners = Array.from({ length: 2 * STARS }, (_, index) => {
    const radius = index % 2 === 0 ? OUTER_RADIUS : INNER_RADIUS;
    const angle = (index * Math.PI) / STARS;
    return `${round(cx + radius * Math.sin(angle))} ${round(cy - radius * Math.cos(angle))}`;
  });
  return `M${corners.join('L')}Z`;
};

/** Draws five stars, some of which are filled. A star that is filled in part is paler. */
export const drawStars = ({ stars }: { readonly stars: number }, { x, y, height }: Box, theme: Theme): string =>
  Array.from({ length: STARS }, (_, index) => {
    const filled = Math.min(Math.max(stars - index, 0), 1);
    const path = starAt(x + OUTER_RADIUS + index * (SIZE + GAP), y + height / 2);
    const ground = `<path d="${path}" fill="${theme.line}"/>`;
    return filled === 0 ? ground : `${ground}<path d="${path}" fill="${COLOR}" fill-opacity="${round(filled)}"/>`;
  }).join('');

/** Draws numbers as a small line above a pale area. A single number is a dot. */
export const drawSparkline = (values: readonly number[], { x, y, width, height }: Box, theme: Theme): string => {
  if (values.length === 0) return '';
  const color = theme.series[0];
  const [low, high] = [smallestOf(values), largestOf(values)];
  const range = high - low || 1;
  const points = values.map((value, index) => {
    const across = values.length === 1 ? width / 2 : (index / (values.length - 1)) * width;
    const up = high === low ? height / 2 : ((value - low) / range) * height;
    return `${round(x + across)} ${round(y + height - up)}`;
  });
  if (points.length === 1) {
    const [cx, cy] = (points[0] ?? '').split(' ');
    return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${color}"/>`;
  }
  const line = `M${points.join('L')}`;
  const area = `${line}L${round(x + width)} ${round(y + height)}L${round(x)} ${round(y + height)}Z`;
  return `<path d="${area}" fill="${color}" fill-opacity=".18"/><path d="${line}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
};

const MAX_ROW_HEIGHT = 32;
/** Maximum height of a row with a small chart, which may be higher than other rows. */
const MAX_CHART_ROW_HEIGHT = 64;
const MIN_ROW_HEIGHT = 21;
const FONT_SIZE = 12;
const CELL_PADDING = 7;
const DOT_RADIUS = 3.5;
const DOT_ROOM = 13;
const LINE_WIDTH = 110;
const STARS_WIDTH = 80;
const MIN_WIDTH = 16;

const widthOf = (cell: PictureCell): number => {
  if (typeof cell === 'string') return measureText(cell, FONT_SIZE);
  if ('text' in cell) return measureText(cell.text, FONT_SIZE) + DOT_ROOM;
  return 'stars' in cell ? STARS_WIDTH : LINE_WIDTH;
};

/** Returns the width that each column needs. */
const naturalWidths = ({ header, rows, align, widths }: TablePicture): readonly number[] =>
  align.map((_, column) => {
    const cells = [header[column] ?? '', ...rows.map((row) => row[column] ?? '')];
    const content = largestOf(cells.map(widthOf), MIN_WIDTH) + 2 * CELL_PADDING;
    return widths ? Math.max(widths[column] ?? 1, 0.1) * 100 : content;
  });

/**
 * Divides the width among the columns: narrow columns get the width that they need, and wide columns share the rest. If
 * the table is wider than needed, all columns share the remaining width.
 */
const shareWidth = (wanted: readonly number[], width: number): readonly number[] => {
  const total = wanted.reduce((sum, one) => sum + one, 0);
  if (total <= width) return wanted.map((one) => (one / total) * width);
  let [left, count] = [width, wanted.length];
  const limits = wanted
    .toSorted((a, b) => a - b)
    .map((one) => {
      const limit = left / count;
      left -= Math.min(one, limit);
      count -= 1;
      return limit;
    });
  const limit = limits.at(-1) ?? width;
  return wanted.map((one) => Math.min(one, limit));
};

/** Returns the left edge and the width of each column in pixels. */
const layColumns = (table: TablePicture, { x, width }: Box) => {
  const natural = naturalWidths(table);
  const scale = table.widths ? width / natural.reduce((sum, one) => sum + one, 0) : 1;
  let left = x;
  return shareWidth(
    natural.map((one) => one * scale),
    width,
  ).map((one) => {
    const column = { x: left, width: one };
    left += one;
    return column;
  });
};

const anchorOf = (align: TextAlign, x: number, width: number): number => {
  if (align === 'left') return x + CELL_PADDING;
  return align === 'right' ? x + width - CELL_PADDING : x + width / 2;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Draws one cell in a box. */
const drawCell = (cell: PictureCell, align: TextAlign, box: Box, color: string, theme: Theme): string => {
  const { x, y, width, height } = box;
  const inner = width - 2 * CELL_PADDING;
  const middle = y + height / 2;
  const style = { size: FONT_SIZE, color, align };
  if (typeof cell === 'string') {
    return svgText(fitText(cell, FONT_SIZE, inner), anchorOf(align, x, width), middle + 4, style);
  }
  if ('stars' in cell) return drawStars(cell, { ...box, x: x + CELL_PADDING, width: inner }, theme);
  if ('line' in cell)
    return drawSparkline(cell.line, { x: x + CELL_PADDING, y: y + 4, width: inner, height: height - 8 }, theme);
  const text = fitText(cell.text, FONT_SIZE, inner - DOT_ROOM);
  const dot = `<circle cx="${round(x + CELL_PADDING + DOT_RADIUS)}" cy="${round(middle)}" r="${DOT_RADIUS}" fill="${escapeXml(cell.color)}"/>`;
  return dot + svgText(text, x + CELL_PADDING + DOT_ROOM, middle + 4, { ...style, align: 'left' });
};

const maxRowHeight = ({ rows }: TablePicture): number =>
  rows.some((cells) => cells.some((cell) => typeof cell !== 'string' && 'line' in cell))
    ? MAX_CHART_ROW_HEIGHT
    : MAX_ROW_HEIGHT;

/** Draws a table. If rows do not fit, the last line shows their number. */
export const drawTable = (table: TablePicture, box: Box, theme: Theme): string => {
  const columns = layColumns(table, box);
  const headerRows = table.header.length > 0 ? 1 : 0;
  const most = Math.max(Math.floor(box.height / MIN_ROW_HEIGHT) - headerRows, 1);
  const shown = table.rows.length > most ? table.rows.slice(0, Math.max(most - 1, 1)) : table.rows;
  const rest = table.rows.length - shown.length;
  const lines = Math.max(shown.length + headerRows + (rest > 0 ? 1 : 0), 1);
  const height = round(Math.min(Math.max(box.height / lines, MIN_ROW_HEIGHT), maxRowHeight(table)));
  const drawRow = (cells: readonly PictureCell[], line: number, color: string): string =>
    columns
      .map((column, index) => {
        const place = { ...column, y: box.y + line * height, height };
        return drawCell(cells[index] ?? '', table.align[index] ?? 'left', place, color, theme);
      })
      .join('');
  const band = (line: number): string =>
    `<rect x="${box.x}" y="${round(box.y + line * height)}" width="${box.width}" height="${height}" rx="4" fill="${theme.surface}"/>`;
  return [
    headerRows > 0 ? drawRow(table.header, 0, theme.mutedText) : '',
    ...shown.map((cells, index) => {
      const line = index + headerRows;
      return (index % 2 === 0 ? band(line) : '') + drawRow(cells, line, theme.text);
    }),
    rest > 0
      ? svgText(`and ${rest} more`, box.x + CELL_PADDING, box.y + (lines - 0.5) * height + 4, {
          size: 11,
          color: theme.mutedText,
        })
      : '',
  ].join('');
};
