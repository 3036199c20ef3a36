import stringWidth from 'string-width';
import { escapeControls } from './print.ts';
import { fitLines } from './wrap-lines.ts';

/** Formats a size for the terminal: 1 KB is 1,000 bytes. */
export const formatBytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`);

type Rows = readonly (readonly string[])[];

/** Blanks between two columns. */
const GAP_CHARS = 2;

/** Writes characters that steer a terminal as `\\x1b`, in all cells. */
export const escapeCells = (rows: Rows): Rows => rows.map((row) => row.map(escapeControls));

const widestOf = (cells: readonly string[]): number => Math.max(0, ...cells.map((cell) => stringWidth(cell)));

const widthsOf = (rows: Rows): readonly number[] => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, index) => widestOf(rows.map((row) => row[index] ?? '')));
};

/** Writes rows of cells as lines, each column as wide as its widest cell. The cells may have styles of the terminal. */
export const alignRows = (rows: Rows, right: readonly number[] = []): string => {
  const widths = widthsOf(rows);
  const pad = (cell: string, index: number): string => {
    const blanks = ' '.repeat((widths[index] ?? 0) - stringWidth(cell));
    return right.includes(index) ? blanks + cell : cell + blanks;
  };
  return rows.map((row) => row.map(pad).join(' '.repeat(GAP_CHARS)).trimEnd()).join('\n');
};

/**
 * Writes rows of cells as lines, each column as wide as its widest cell; a Chinese or Japanese character takes two
 * places. Columns that are named by their index are aligned to the right. Characters that steer a terminal are escaped.
 */
export const formatTable = (cells: Rows, right: readonly number[] = []): string => alignRows(escapeCells(cells), right);

const MIN_COLUMN_CHARS = 3;

/** Makes the widest columns narrower until all fit. Columns that are named in `whole` keep their width. */
const fitWidths = (widths: readonly number[], width: number, whole: readonly number[]): readonly number[] => {
  const room = width - GAP_CHARS * (widths.length - 1);
  let widest = Math.max(...widths);
  const shrunk = (): readonly number[] =>
    widths.map((one, index) => (whole.includes(index) ? one : Math.min(one, widest)));
  while (widest > MIN_COLUMN_CHARS && shrunk().reduce((sum, one) => sum + one, 0) > room) widest -= 1;
  return shrunk();
};

/**
 * Wraps the cells of rows so that the table fits a width: a row with a long cell becomes several rows. Columns that are
 * named in `whole` by their index are never wrapped. The cells may have styles of the terminal.
 */
export const wrapRows = (rows: Rows, width: number, whole: readonly number[] = []): readonly Rows[] => {
  const widths = fitWidths(widthsOf(rows), width, whole);
  return rows.map((row) => {
    const parts = row.map((cell, index) => (whole.includes(index) ? [cell] : fitLines(cell, widths[index] ?? 1)));
    const height = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => parts.map((part) => part[line] ?? ''));
  });
};
