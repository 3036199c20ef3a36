import { readFile } from 'node:fs/promises';
import readXlsx from 'read-excel-file/node';

type Cell = string | number | boolean | Date | null | undefined;

/** A sheet of a workbook as rows of texts, without blank rows and columns at its ends. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** Number of digits that office software shows. A number such as 0.1 + 0.2 has more. */
const MAX_DIGITS = 15;

const isMidnight = (time: Date): boolean => time.getTime() % 86_400_000 === 0;

/** Formats a time of a workbook. Its times have no zone, and the reader returns them as if they were in UTC. */
const formatTime = (time: Date): string => {
  const text = time.toISOString();
  return isMidnight(time) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
};

const formatCell = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return formatTime(cell);
  if (typeof cell === 'number') return String(Number(cell.toPrecision(MAX_DIGITS)));
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
};

const widthOf = (row: readonly string[]): number => row.findLastIndex((cell) => cell !== '') + 1;

/** Removes blank rows at the end, and makes the others as long as the longest. */
const trimRows = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const widths = rows.map(widthOf);
  const width = Math.max(0, ...widths);
  const height = widths.findLastIndex((one) => one > 0) + 1;
  return rows.slice(0, height).map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''));
};

/** The first bytes of a zip file. An .xlsx file is one; files of office software before 2007 are not. */
const ZIP = '504b';
const OLD_WORKBOOK = 'd0cf11e0';

/**
 * Reads the sheets of an .xlsx file. Cells with an error, such as #DIV/0!, are blank.
 * @throws Error with the reason and what to do.
 */
export const readWorkbook = async (file: string): Promise<readonly Sheet[]> => {
  const bytes = await readFile(file);
  const start = bytes.subarray(0, 4).toString('hex');
  if (start === OLD_WORKBOOK)
    throw new Error('this is an old .xls file, or a file with a password; save it as .xlsx without a password');
  if (!start.startsWith(ZIP)) throw new Error('this is not an .xlsx file; save it as .xlsx');
  const sheets = await readXlsx(bytes).catch((cause: Error) => {
    throw new Error(`the file cannot be read as .xlsx (${cause.message}); open it and save it as .xlsx again`, {
      cause,
    });
  });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: trimRows(data.map((row) => row.map((cell) => formatCell(cell as Cell)))),
  }));
};
