import { posix } from 'node:path';
import { DAYS_SINCE_1900, DAYS_SINCE_1904, formatIsoTime, formatNumber } from './format-number.ts';
import { type NumberFormat, parseNumberFormat } from './number-formats.ts';
import { readNumberStyles } from './number-styles.ts';
import { type ReadAttribute, readXml, type ZipEntry } from './read-zipped-xml.ts';

type Entries = ReadonlyMap<string, ZipEntry>;

/** A cell as its XML says: a type, the number of its style, and its text. */
export interface RawCell {
  readonly type: string;
  readonly style: number;
  readonly text: string;
}

/** Returns the text that office software shows in a cell. */
export type FormatCell = (cell: RawCell) => string;

/** A sheet of a workbook, and the path of its cells in the zip file. */
export interface ListedSheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** The parts of a workbook besides its cells. */
export interface WorkbookParts {
  readonly sheets: readonly ListedSheet[];
  readonly format: FormatCell;
}

const WORKBOOK = 'xl/workbook.xml';

interface Relation {
  readonly type: string;
  readonly path: string;
}

const readRelations = async (entries: Entries): Promise<ReadonlyMap<string, Relation>> => {
  const relations = new Map<string, Relation>();
  const add = (read: ReadAttribute): void => {
    const target = read('Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
    relations.set(read('Id') ?? '', { type: posix.basename(read('Type') ?? ''), path });
  };
  await readXml(entries, 'xl/_rels/workbook.xml.rels', {
    open: (name, read) => {
      if (name === 'Relationship') add(read);
    },
  });
  return relations;
};

/** Lists the sheets with cells. Leaves out sheets that hold only a chart. */
const readSheets = async (entries: Entries, relations: ReadonlyMap<string, Relation>) => {
  const sheets: ListedSheet[] = [];
  let isSince1904 = false;
  const addSheet = (read: ReadAttribute): void => {
    const relation = relations.get(read('*:id') ?? '');
    const isHidden = (read('state') ?? 'visible') !== 'visible';
    if (relation?.type === 'worksheet') sheets.push({ name: read('name') ?? '', path: relation.path, isHidden });
  };
  await readXml(entries, WORKBOOK, {
    open: (name, read) => {
      if (name === 'sheet') addSheet(read);
      if (name === 'workbookPr') isSince1904 = /^(?:1|true)$/.test(read('date1904') ?? '');
    },
  });
  return { sheets, isSince1904 };
};

/** Matches the escapes of characters that XML does not allow. */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

const unescapeText = (text: string): string =>
  text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Reads the texts that cells share, without the phonetic hints of East Asian texts. */
const readTexts = async (entries: Entries, path: string): Promise<readonly string[]> => {
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
      if (name === 'si') texts.push(unescapeText(text));
    },
    text: (part) => {
      if (isText) text += part;
    },
  });
  return texts;
};

const findText = (texts: readonly string[], index: string): string => {
  const text = index === '' ? '' : texts[Number(index)];
  if (text === undefined) throw new RangeError('a cell has no text');
  return text.trim();
};

const GENERAL = parseNumberFormat('General');

const createFormat = (texts: readonly string[], styles: readonly NumberFormat[], epochDays: number): FormatCell => {
  const formats: Readonly<Record<string, FormatCell>> = {
    s: ({ text }) => findText(texts, text),
    str: ({ text }) => unescapeText(text).trim(),
    inlineStr: ({ text }) => unescapeText(text).trim(),
    b: ({ text }) => ({ 1: 'TRUE', 0: 'FALSE' })[text] ?? '',
    e: ({ text }) => text.trim(),
    d: ({ text, style }) => formatIsoTime(text, styles[style] ?? GENERAL),
    n: ({ text, style }) => formatNumber(text, styles[style] ?? GENERAL, epochDays),
  };
  return (cell) => (formats[cell.type] ?? formats.str)?.(cell) ?? '';
};

/** Reads everything of a workbook but the cells of its sheets. */
export const readParts = async (entries: Entries): Promise<WorkbookParts> => {
  const relations = await readRelations(entries);
  const { sheets, isSince1904 } = await readSheets(entries, relations);
  const pathOf = (type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type && entries.has(relation.path))?.path;
  const texts = pathOf('sharedStrings');
  const styles = pathOf('styles');
  const format = createFormat(
    texts === undefined ? [] : await readTexts(entries, texts),
    styles === undefined ? [] : await readNumberStyles(entries, styles),
    isSince1904 ? DAYS_SINCE_1904 : DAYS_SINCE_1900,
  );
  return { sheets, format };
};
