import type { CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { type CsvFormat, scanBytes } from '../../../shared/csv/parse-csv.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';

/** A record of a file, as text. */
export interface FileRow {
  /** The line on which the record begins. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The line on which each cell begins, because cells may contain line breaks. */
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

/**
 * Creates a reader that keeps the header, the rows of the details, and one row before and after each of these rows.
 * Each attempt to read the file with another delimiter adds its own list of rows.
 */
const createReader = (attempts: FileRow[][], details: readonly Detail[]): RecordReader<void> => {
  const lastLine = Math.max(...details.map(({ line = 0 }) => line));
  const create = () => {
    const kept: FileRow[] = [];
    attempts.push(kept);
    let previous: FileRow | undefined;
    let isAfter = false;
    const keep = (row: FileRow | undefined): void => {
      if (row && !kept.includes(row)) kept.push(row);
    };
    return {
      header: (record: CsvRecord) => keep(copyRecord(record)),
      row: (record: CsvRecord) => {
        const row = copyRecord(record);
        const isWanted = details.some((detail) => columnIn(row, detail) !== undefined);
        if (isWanted) keep(previous);
        if (isWanted || isAfter) keep(row);
        previous = row;
        isAfter = isWanted;
        return isWanted || row.line <= lastLine;
      },
      finish: () => undefined,
    };
  };
  return { fits: (header) => header.length > 1, create };
};

const widthOf = ([header]: readonly FileRow[]): number => header?.cells.length ?? 0;

/** Reads the header of a file and the rows around the details. A file with a syntax error is read as far as possible. */
export const collectRows = (source: Uint8Array, format: CsvFormat, details: readonly Detail[]): readonly FileRow[] => {
  const attempts: FileRow[][] = [];
  try {
    scanBytes(source, format, createReader(attempts, details));
  } catch {
    // The endpoint itself reports this error. The rows before the error are shown.
  }
  return attempts.sort((a, b) => widthOf(b) - widthOf(a))[0] ?? [];
};
