import { readFile } from 'node:fs/promises';
import { KIND_BYTES, otherKind } from '../../shared/csv/file-kinds.ts';
import { portableName, shortStem } from './portable-name.ts';
import { createSheetReader, type SheetContent } from './read-sheet.ts';
import { createRefusal, isRefusal, readXml } from './read-zipped-xml.ts';
import { readParts } from './workbook-parts.ts';
import { listEntries } from './zip-entries.ts';

/** Matches blanks, control characters, and characters that some systems do not allow in file names. */
const UNSAFE = /[\s\p{C}\\/:*?"<>|]+/gu;

const fileName = (name: string): string =>
  shortStem(portableName(name.trim().replaceAll(UNSAFE, '-').toLowerCase()) || 'sheet');

/** Adds the first free number behind a name that is taken. */
const makeUnique = (name: string, taken: ReadonlySet<string>): string => {
  let count = 1;
  while (taken.has(count === 1 ? name : `${name}-${count}`)) count += 1;
  return count === 1 ? name : `${name}-${count}`;
};

/** Names each file after its sheet, or after the workbook if it has only one sheet. */
export const nameFiles = (workbook: string, sheets: readonly string[]): readonly string[] => {
  const names = new Set<string>();
  for (const sheet of sheets.length === 1 ? [workbook] : sheets) names.add(makeUnique(fileName(sheet), names));
  return [...names].map((name) => `${name}.csv`);
};

export interface Sheet extends SheetContent {
  readonly name: string;
}

/** Sheets are read on demand. */
export interface Workbook {
  readonly names: readonly string[];
  readonly hidden: readonly string[];
  /**
   * Reads all sheets called `name`, with or without their hidden rows and columns. A cell with an error keeps the text
   * that office software shows, such as #DIV/0!.
   * @throws Error with the reason and what to do.
   */
  readonly read: (name: string, isVisibleOnly?: boolean) => Promise<readonly Sheet[]>;
}

/** The first bytes of a zip file, as which an .xlsx file is written. */
const ZIP = 'PK';

/** @throws Error for a file that is no .xlsx file, with what it is and what to do. */
const refuseOther = (bytes: Buffer): void => {
  const [found] = otherKind(bytes, 'workbook')?.details ?? [];
  if (found) throw new Error(`${found.message}; ${found.hint}`);
  if (bytes.toString('latin1', 0, ZIP.length) === ZIP) return;
  const isText = !bytes.subarray(0, KIND_BYTES).includes(0);
  throw new Error(
    isText
      ? 'the file is a text, such as CSV; copy it to data/ with the ending .csv, and name it as `csv` in dashboard.yml'
      : 'this is not an .xlsx file; save it as .xlsx',
  );
};

/** Leaves a refusal as it is. */
const explain = async <Value>(work: () => Promise<Value>, prefix = ''): Promise<Value> => {
  try {
    return await work();
  } catch (cause) {
    const { message } = cause as Error;
    if (isRefusal(cause)) throw createRefusal(`${prefix}${message}`);
    const reason = cause instanceof RangeError ? 'the file is damaged' : message;
    throw new Error(`the file cannot be read as .xlsx (${reason}); open it and save it as .xlsx again`, { cause });
  }
};

/**
 * Opens an .xlsx file.
 * @throws Error with the reason and what to do.
 */
export const openWorkbook = async (file: string): Promise<Workbook> => {
  const bytes = await readFile(file);
  refuseOther(bytes);
  return explain(async () => {
    const entries = listEntries(bytes);
    const { sheets, format } = await readParts(entries);
    const readSheet = async (name: string, path: string, isVisibleOnly: boolean): Promise<Sheet> => {
      const { listener, finish } = createSheetReader(format, isVisibleOnly);
      await readXml(entries, path, listener);
      return { name, ...finish() };
    };
    return {
      names: sheets.map(({ name }) => name),
      hidden: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
      read: async (name, isVisibleOnly = false) => {
        const found: Sheet[] = [];
        for (const sheet of sheets.filter((one) => one.name === name))
          found.push(await explain(() => readSheet(name, sheet.path, isVisibleOnly), `sheet ${name}: `));
        return found;
      },
    };
  });
};
