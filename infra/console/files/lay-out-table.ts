import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { FileTable, RowView } from '../protocol.ts';
import { columnIn, type FileRow } from './collect-rows.ts';

const MAX_COLUMNS = 12;
const COLUMNS_BEFORE = 3;
const MAX_CELL_CHARACTERS = 300;

const shorten = (text: string): string =>
  text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text;

/** Returns the indexes of the faulty columns of a row; -1 stands for the row as a whole. */
const faultyColumns = (row: FileRow, details: readonly Detail[]): readonly number[] =>
  details.flatMap((detail) => columnIn(row, detail) ?? []);

const viewRow = (row: FileRow, faulty: readonly number[], from: number, to: number): RowView => {
  const length = Math.max(row.cells.length, Math.max(-1, ...faulty) + 1);
  const cells = Array.from({ length: Math.max(0, Math.min(length, to) - from) }, (_, index) => ({
    text: shorten(row.cells[from + index] ?? ''),
    ...(faulty.includes(from + index) && { faulty: true as const }),
  }));
  return { line: row.line, cells, ...(faulty.includes(-1) && { faulty: true as const }) };
};

/**
 * Lays out rows of a file, and marks the cells that the details name; undefined if the rows contain none of these
 * cells.
 */
export const layOutTable = (
  file: string,
  rows: readonly FileRow[],
  details: readonly Detail[],
): FileTable | undefined => {
  const faulty = rows.map((row) => faultyColumns(row, details));
  const columns = faulty.flat().filter((column) => column >= 0);
  if (faulty.flat().length === 0) return undefined;
  const least = Math.min(...columns, Number.MAX_SAFE_INTEGER);
  const from = columns.length > 0 && least >= MAX_COLUMNS ? least - COLUMNS_BEFORE : 0;
  const to = Math.max(from + MAX_COLUMNS, ...columns.map((column) => column + 1));
  const views = rows.map((row, index) => viewRow(row, faulty[index] ?? [], from, to));
  return { file, firstColumn: from + 1, rows: views };
};
