import { posix } from 'node:path';
import { type NumberFormat, parseNumberFormat } from './number-formats.ts';
import { readNumberStyles } from './number-styles.ts';
import { type ReadAttribute, readXml } from './read-zipped-xml.ts';
import { DAYS_SINCE_1900, DAYS_SINCE_1904, formatIsoTime, formatNumber } from './workbook-number.ts';
import { findEntry, type ZipEntries } from './zip-entries.ts';

export interface RawCell {
  readonly type: string;
  readonly style: number;
  readonly text: string;
}

/** Returns the text that office software shows in a cell. */
export type FormatCell = (cell: RawCell) => string;

export interface ListedSheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

export interface WorkbookParts {
  readonly sheets: readonly ListedSheet[];
  readonly format: FormatCell;
}

/** Where the workbook is, unless the relations of the zip file name another path. */
const WORKBOOK = 'xl/workbook.xml';

interface Relation {
  readonly type: string;
  readonly path: string;
}

/** Reads the relations of the part at `path`, or those of the zip file itself for an empty path. */
const readRelations = async (entries: ZipEntries, path: string): Promise<ReadonlyMap<string, Relation>> => {
  const relations = new Map<string, Relation>();
  const { dir, base } = posix.parse(path);
  const add = (read: ReadAttribute): void => {
    const target = (read('Target') ?? '').replaceAll('\\', '/');
    relations.set(read('Id') ?? '', {
      type: posix.basename(read('Type') ?? ''),
      path: target.startsWith('/') ? target.slice(1) : posix.join(dir, target),
    });
  };
  await readXml(entries, posix.join(dir, '_rels', `${base}.rels`), {
    open: (name, read) => {
      if (name === 'Relationship') add(read);
    },
  });
  return relations;
};

const findWorkbook = async (entries: ZipEntries): Promise<string> => {
  if (!findEntry(entries, '_rels/.rels')) return WORKBOOK;
  const relations = await readRelations(entries, '');
  return [...relations.values()].find(({ type }) => type === 'officeDocument')?.path ?? WORKBOOK;
};

/** Leaves out sheets that hold only a chart. */
const readSheets = async (entries: ZipEntries, workbook: string, relations: ReadonlyMap<string, Relation>) => {
  const sheets: ListedSheet[] = [];
  let isSince1904 = false;
  const addSheet = (read: ReadAttribute): void => {
    const relation = relations.get(read('*:id') ?? '');
    const isHidden = (read('state') ?? 'visible') !== 'visible';
    if (relation?.type === 'worksheet') sheets.push({ name: read('name') ?? '', path: relation.path, isHidden });
  };
  await readXml(entries, workbook, {
    open: (name, read) => {
      if (name === 'sheet') addSheet(read);
      if (name === 'workbookPr') isSince1904 ||= /^(?:1|true)$/.test(read('date1904') ?? '');
    },
  });
  return { sheets, isSince1904 };
};

/** Matches the escapes of characters that XML does not allow. */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

const LINE_ENDS = /\r\n?/g;
/** Matches control characters, which no cell shows, apart from tabs and line breaks. */
const INVISIBLE = /[^\P{Cc}\t\n]/gu;

/** Reads the text of a cell: without escapes, with the line breaks of CSV files, and without blanks around it. */
const readText = (text: string): string =>
  text
    .replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(LINE_ENDS, '\n')
    .replace(INVISIBLE, '')
    .trim();

/** Reads the texts that cells share, without the phonetic hints of East Asian texts. */
const readTexts = async (entries: ZipEntries, path: string): Promise<readonly string[]> => {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(entries, path, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(readText(text));
    },
    text: (part) => {
      if (isText) text += part;
    },
  });
  return texts;
};

const findText = (texts: readonly string[], index: string): string => {
  const text = index === '' ? '' : texts[Number(index)];
  if (text === undefined) throw new RangeError(`has the shared text ${index}, and the workbook has ${texts.length}`);
  return text;
};

const GENERAL = parseNumberFormat('General');

const BOOLEANS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 1: 'TRUE', 0: 'FALSE', true: 'TRUE', false: 'FALSE' }),
);

const createFormat = (texts: readonly string[], styles: readonly NumberFormat[], epochDays: number): FormatCell => {
  const formats: Readonly<Record<string, FormatCell>> = {
    s: ({ text }) => findText(texts, text),
    str: ({ text }) => readText(text),
    b: ({ text }) => BOOLEANS.get(text.trim().toLowerCase()) ?? '',
    e: ({ text }) => text.trim(),
    d: ({ text, style }) => formatIsoTime(text, styles[style] ?? GENERAL),
    n: ({ text, style }) => formatNumber(text, styles[style] ?? GENERAL, epochDays),
  };
  return (cell) => (formats[cell.type] ?? formats.str)?.(cell) ?? '';
};

export const readParts = async (entries: ZipEntries): Promise<WorkbookParts> => {
  const workbook = await findWorkbook(entries);
  const relations = await readRelations(entries, workbook);
  const { sheets, isSince1904 } = await readSheets(entries, workbook, relations);
  const pathOf = (type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type && findEntry(entries, relation.path))?.path;
  const texts = pathOf('sharedStrings');
  const styles = pathOf('styles');
  const format = createFormat(
    texts === undefined ? [] : await readTexts(entries, texts),
    styles === undefined ? [] : await readNumberStyles(entries, styles),
    isSince1904 ? DAYS_SINCE_1904 : DAYS_SINCE_1900,
  );
  return { sheets, format };
};
