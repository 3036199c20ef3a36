import { WallfeedError } from '../errors/wallfeed-error.ts';

export type Wanted = 'csv' | 'json' | 'parquet' | 'workbook';

interface FileKind {
  readonly name: string;
  readonly hint: string;
  /** `text` has one character for each byte, and no blanks before them. */
  readonly begins: (text: string) => boolean;
  readonly readBy?: Wanted;
}

/** Archives name their first files in these bytes. */
export const KIND_BYTES = 16_384;

const AS_WORKBOOK = 'save it as .xlsx, then run `wallfeed import`';
const AS_CSV = 'export the table as CSV';
const UNPACK = 'unpack it, and name a file in it';
const NAMED_PARQUET = 'name it in a dataset with `parquet` in place of the other kind';

const marked =
  (...marks: readonly string[]) =>
  (text: string): boolean =>
    marks.some((mark) => text.startsWith(mark));

const zipWith = (file: string) => (text: string) => text.startsWith('PK\x03\x04') && text.includes(file);

/** Returns a test for a mark that a file of text may begin with, too, but not with a control character behind it. */
const binary = (mark: string) => (text: string) => {
  const code = text.charCodeAt(mark.length);
  return text.startsWith(mark) && (code < 0x20 || code > 0x7e);
};

const isPage = (text: string): boolean => /^<(?:!doctype html|html|head|body|table|meta|script)\b/i.test(text);
const isXml = (text: string): boolean => /^<(?:\?xml|Error>)/.test(text);

/** The first kind that fits counts. */
const KINDS: readonly FileKind[] = [
  {
    name: 'an Excel 97 workbook, or has a password',
    hint: 'save it as .xlsx without a password, then run `wallfeed import`',
    begins: marked('\xd0\xcf\x11\xe0'),
  },
  {
    name: 'an OpenDocument spreadsheet (.ods)',
    hint: AS_WORKBOOK,
    begins: zipWith('application/vnd.oasis.opendocument.spreadsheet'),
  },
  { name: 'a binary Excel workbook (.xlsb)', hint: AS_WORKBOOK, begins: zipWith('xl/workbook.bin') },
  { name: 'an Excel workbook', hint: 'run `wallfeed import` with it', begins: zipWith('xl/'), readBy: 'workbook' },
  { name: 'a Word document', hint: AS_CSV, begins: zipWith('word/') },
  { name: 'a ZIP archive', hint: UNPACK, begins: marked('PK\x03\x04', 'PK\x05\x06'), readBy: 'workbook' },
  {
    name: 'compressed with gzip',
    hint: 'uncompress the file with gunzip, and upload it as plain text',
    begins: marked('\x1f\x8b'),
  },
  {
    name: 'a packed archive',
    hint: UNPACK,
    begins: (text) =>
      marked('7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd')(text) || /^BZh\d1AY/.test(text),
  },
  { name: 'a PDF document', hint: AS_CSV, begins: marked('%PDF-') },
  {
    name: 'a picture',
    hint: AS_CSV,
    begins: (text) =>
      marked('\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*')(text) || /^RIFF[\s\S]{4}WEBP/.test(text),
  },
  { name: 'a Parquet file', hint: NAMED_PARQUET, begins: binary('PAR1'), readBy: 'parquet' },
  { name: 'an ORC file', hint: 'write it as Parquet or CSV', begins: binary('ORC') },
  { name: 'an Avro file', hint: 'write it as Parquet or CSV', begins: marked('Obj\x01') },
  { name: 'an Arrow file', hint: 'write it as Parquet or CSV', begins: marked('ARROW1\0', 'FEA1') },
  { name: 'a SQLite database', hint: AS_CSV, begins: marked('SQLite format 3\0') },
  { name: 'an RTF document', hint: AS_CSV, begins: marked('{\\rtf') },
  {
    name: 'a web page (HTML)',
    hint: 'download the table itself as CSV, or open the page in Excel, save it as .xlsx, and run `wallfeed import`',
    begins: isPage,
  },
  {
    name: 'an Excel 2003 workbook (XML)',
    hint: AS_WORKBOOK,
    begins: (text) => isXml(text) && text.includes('schemas-microsoft-com:office:spreadsheet'),
  },
  {
    name: 'the error page of a service',
    hint: 'download the file again, with the rights to read it',
    begins: (text) => isXml(text) && /<Error>\s*<Code>/.test(text),
  },
  { name: 'an XML document', hint: 'export the data as CSV or JSON', begins: isXml },
  {
    name: 'a JSON document',
    hint: 'name it with `json` in place of `csv`',
    begins: (text) => /^(?:\{\s*["}]|\[\s*[[{\]])/.test(text),
    readBy: 'json',
  },
];

/**
 * Returns the text of a file's first bytes: a character for each byte, without a byte order mark, zeros of UTF-16 and
 * blanks.
 */
const beginningOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, KIND_BYTES)).toString('latin1');
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text)) return text.slice(2).replaceAll('\0', '').trimStart();
  return text.replace(/^\xef\xbb\xbf/, '').replace(/^[\t\n\r ]+/, '');
};

const refusalOf = ({ name, hint }: Pick<FileKind, 'name' | 'hint'>, cause?: unknown): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The file is ${name}.`, [{ message: `the file is ${name}`, hint }], { cause });

/** Returns undefined if the file may be of the wanted kind. */
export const otherKind = (bytes: Uint8Array, wanted: Wanted, cause?: unknown): WallfeedError | undefined => {
  const text = beginningOf(bytes);
  const kind = KINDS.find(({ begins }) => begins(text));
  return kind === undefined || kind.readBy === wanted ? undefined : refusalOf(kind, cause);
};

const CODES: ReadonlySet<string> = new Set(['SOURCE_INVALID', 'TABLE_COLUMNS', 'TABLE_CELL', 'TABLE_ROWS']);

export const explainKind = (error: unknown, bytes: Uint8Array, wanted: Wanted): unknown =>
  error instanceof WallfeedError && CODES.has(error.code) ? (otherKind(bytes, wanted, error.cause) ?? error) : error;
