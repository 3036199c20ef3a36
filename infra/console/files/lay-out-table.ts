import type { CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { type CsvFormat, scanBytes } from '../../../shared/csv/parse-csv.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { FileTable, RowView } from '../protocol/protocol.ts';

interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Cells may contain line breaks. */
  readonly lines: readonly number[];
}

/**
 * Returns the index of the faulty column if a detail is about this row: -1 if it is about the whole row, undefined if
 * it is about another row.
 */
export const columnIn = ({ line, lines }: FileRow, detail: Detail): number | undefined => {
  if (detail.column === undefined) return detail.line === line || lines.includes(detail.line ?? 0) ? -1 : undefined;
  return (lines[detail.column - 1] ?? line) === detail.line ? detail.column - 1 : undefined;
};

const copyRecord = (record: CsvRecord): FileRow => {
  const columns = Array.from({ length: record.length }, (_, column) => column);
  return {
    line: record.line,
    cells: columns.map((column) => record.text(column)),
    lines: columns.map((column) => record.lineOf(column)),
  };
};

/** Copies nothing, because a file may have millions of cells. */
const isNamed = (record: CsvRecord, details: readonly Detail[]): boolean => {
  const last = record.lineOf(Math.max(0, record.length - 1));
  return details.some(({ line = 0 }) => line >= record.line && line <= last);
};

/**
 * Passes on the records up to the last detail with their indexes, the header first. Each attempt to read the file with
 * another delimiter has its own number.
 */
const createReader = (
  details: readonly Detail[],
  take: (record: CsvRecord, index: number, attempt: number) => void,
): RecordReader<void> => {
  const lastLine = Math.max(...details.map(({ line = 0 }) => line));
  let attempts = 0;
  const create = () => {
    const attempt = attempts++;
    let index = 0;
    return {
      header: (record: CsvRecord) => take(record, 0, attempt),
      row: (record: CsvRecord) => {
        index += 1;
        take(record, index, attempt);
        return record.line <= lastLine;
      },
      finish: () => undefined,
    };
  };
  return { fits: (header) => header.length > 1, create };
};

/** As far as possible. The endpoint itself reports the error. */
const scanPossible = (source: Uint8Array, format: CsvFormat, reader: RecordReader<void>): void => {
  try {
    scanBytes(source, format, reader);
  } catch {
    // The records before the error were passed on.
  }
};

const widthOf = ([header]: readonly FileRow[]): number => header?.cells.length ?? 0;

/**
 * Reads the header of a file, the rows of the details, and one row before and after each of these rows. Reads the file
 * twice, so that no other row is copied.
 */
export const collectRows = (source: Uint8Array, format: CsvFormat, details: readonly Detail[]): readonly FileRow[] => {
  const shown: Set<number>[] = [];
  const find = createReader(details, (record, index, attempt) => {
    shown[attempt] ??= new Set([0]);
    if (index > 0 && isNamed(record, details))
      for (const near of [index - 1, index, index + 1]) shown[attempt].add(near);
  });
  scanPossible(source, format, find);
  const rows: FileRow[][] = shown.map(() => []);
  const copy = createReader(details, (record, index, attempt) => {
    if (shown[attempt]?.has(index)) rows[attempt]?.push(copyRecord(record));
  });
  scanPossible(source, format, copy);
  return rows.sort((a, b) => widthOf(b) - widthOf(a))[0] ?? [];
};

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

/** Marks the cells that the details name; undefined if the rows contain none of these cells. */
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
