import { posix } from 'node:path';
import { type ReadAttribute, readXml } from './read-xml.ts';
import type { ZipEntry } from './read-zip.ts';

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

/** Lists the sheets with cells; a chart may have a sheet of its own. */
const readSheets = async (entries: Entries, relations: ReadonlyMap<string, Relation>) => {
  const sheets: ListedSheet[] = [];
  let isSince1904 = false;
  const addSheet = (read: ReadAttribute): void => {
    const relation = relations.get(read('*:id') ?? '');
    if (relation?.type === 'worksheet') sheets.push({ name: read('name') ?? '', path: relation.path });
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

/** Ids of the number formats of times that every workbook has, as ranges. */
const TIME_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;

/** Matches parts of a number format that are shown as they are: texts in quotes, escapes, colours and conditions. */
const LITERALS = /"[^"]*"|[\\_*].|\[[^\]]*\]|s\.0+/g;

const isTimeFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return TIME_FORMATS.some(([first, last]) => id >= first && id <= last);
  const [positive = ''] = code.toLowerCase().split(';');
  const fields = positive.replace(LITERALS, 's');
  return /[ymdhs]/.test(fields.replaceAll('general', '')) && !/[0#?%]/.test(fields);
};

/** Returns, for each style, whether it shows numbers as times. */
const readTimeStyles = async (entries: Entries, path: string): Promise<readonly boolean[]> => {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isCellStyle = false;
  await readXml(entries, path, {
    open: (name, read) => {
      const id = Number(read('numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, read('formatCode') ?? '');
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) styles.push(isTimeFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
};

/** Number of digits that office software shows. A number such as 0.1 + 0.2 has more. */
const MAX_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Days from the epoch of a workbook to 1 January 1970. */
const DAYS_SINCE_1900 = 25_569;
const DAYS_SINCE_1904 = 24_107;
/** The days of 31 December 9999, the last that office software knows. */
const MAX_DAYS = 2_958_466;

const isMidnight = (time: Date): boolean => time.getTime() % DAY_MS === 0;

/** Formats a time of a workbook. Its times have no zone, and are read as if they were in UTC. */
const formatTime = (time: Date): string => {
  const text = time.toISOString();
  return isMidnight(time) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
};

const requireNumber = (text: string): number => {
  const number = Number(text);
  if (Number.isNaN(number)) throw new RangeError('a cell has no number');
  return number;
};

/** Formats a number, or the time that a number of days stands for. */
const formatNumber = (text: string, epochDays: number | undefined): string => {
  if (text.trim() === '') return '';
  const number = requireNumber(text);
  if (epochDays === undefined && text.length <= MAX_DIGITS) return String(number);
  if (epochDays === undefined || number < 0 || number >= MAX_DAYS)
    return String(Number(number.toPrecision(MAX_DIGITS)));
  return formatTime(new Date(Math.round((number - epochDays) * DAY_MS)));
};

const formatIsoTime = (text: string): string => {
  const time = new Date(/(?:Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`);
  return text === '' ? '' : formatTime(time);
};

const findText = (texts: readonly string[], index: string): string => {
  const text = index === '' ? '' : texts[Number(index)];
  if (text === undefined) throw new RangeError('a cell has no text');
  return text.trim();
};

const createFormat = (texts: readonly string[], styles: readonly boolean[], epochDays: number): FormatCell => {
  const formats: Readonly<Record<string, FormatCell>> = {
    s: ({ text }) => findText(texts, text),
    str: ({ text }) => unescapeText(text).trim(),
    inlineStr: ({ text }) => unescapeText(text).trim(),
    b: ({ text }) => ({ 1: 'TRUE', 0: 'FALSE' })[text] ?? '',
    e: () => '',
    d: ({ text }) => formatIsoTime(text),
    n: ({ text, style }) => formatNumber(text, styles[style] ? epochDays : undefined),
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
    styles === undefined ? [] : await readTimeStyles(entries, styles),
    isSince1904 ? DAYS_SINCE_1904 : DAYS_SINCE_1900,
  );
  return { sheets, format };
};
