import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CsvSource } from '../../../shared/config/sources.ts';
import { DELIMITERS } from '../../../shared/csv/choose-delimiter.ts';
import { decodeToUtf8 } from '../../../shared/csv/decode-chunks.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { createJsonFinder, type Span } from '../../dashboard/folder/locate-json.ts';
import { offsetOfPosition } from '../../dashboard/folder/text-position.ts';
import type { CellView, ExcerptLine, FileExcerpt, ProblemView } from '../protocol/protocol.ts';
import { collectRows, columnIn, layOutTable } from './lay-out-table.ts';
import { listSourceFiles, type SourceFile } from './source-files.ts';

const LINES_AROUND = 2;
const MAX_AROUND_CHARS = 80;
const MAX_MARKED_CHARS = 120;
const MAX_LINES = 40;

interface TextLine extends Span {
  /** From 1. */
  readonly line: number;
}

const splitLines = (text: string): readonly TextLine[] => {
  let offset = 0;
  return text.split('\n').map((content, index) => {
    const { length } = content.replace(/\r$/, '');
    const line = { line: index + 1, offset, length };
    offset += content.length + 1;
    return line;
  });
};

const isIn = ({ offset, length }: TextLine, span: Span): boolean =>
  span.offset >= offset && span.offset <= offset + length;

const shortenBefore = (text: string): string =>
  text.length > MAX_AROUND_CHARS ? `…${text.slice(-MAX_AROUND_CHARS)}` : text;
const shortenAfter = (text: string): string =>
  text.length > MAX_AROUND_CHARS ? `${text.slice(0, MAX_AROUND_CHARS)}…` : text;
const shortenMarked = (text: string): string =>
  text.length > MAX_MARKED_CHARS ? `${text.slice(0, MAX_MARKED_CHARS)}…` : text;

/** Splits a line at its faulty parts. A faulty part that spans several lines is marked only on its first line. */
const splitLine = (text: string, { offset, length }: TextLine, spans: readonly Span[]): readonly CellView[] => {
  const end = offset + length;
  const parts: CellView[] = [];
  let at = offset;
  for (const span of spans) {
    const before = text.slice(at, span.offset);
    parts.push({ text: parts.length === 0 ? shortenBefore(before) : before });
    at = Math.min(end, span.offset + span.length);
    parts.push({ text: shortenMarked(text.slice(span.offset, at)), faulty: true });
  }
  parts.push({ text: shortenAfter(text.slice(at, end)) });
  return parts.filter(({ text: part, faulty }) => part !== '' || faulty);
};

/** Leaves out parts that repeat or overlap an earlier part. */
const distinct = (spans: readonly Span[]): readonly Span[] => {
  const sorted = spans.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  return sorted.filter((span, index) => {
    const before = sorted[index - 1];
    return !before || span.offset >= before.offset + Math.max(before.length, 1);
  });
};

/** Returns undefined if no line has a faulty part. */
export const layOutExcerpt = (file: string, given: string, faulty: readonly Span[]): FileExcerpt | undefined => {
  const text = given.replace(/\r?\n$/, '');
  const spans = distinct(faulty.map((span) => ({ ...span, offset: Math.min(span.offset, text.length) })));
  const lines = splitLines(text);
  const faultyLines = lines.flatMap((line, index) => (spans.some((span) => isIn(line, span)) ? [index] : []));
  const isShown = (index: number): boolean => faultyLines.some((one) => Math.abs(one - index) <= LINES_AROUND);
  const shown = lines.filter((_, index) => isShown(index)).slice(0, MAX_LINES);
  if (shown.length === 0) return undefined;
  const views = shown.map((line): ExcerptLine => {
    const own = spans.filter((span) => isIn(line, span));
    return { line: line.line, parts: splitLine(text, line, own) };
  });
  return { file, lines: views };
};

const offsetOfLine = (text: string, line: number): number | undefined => {
  let offset = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return undefined;
    offset = end + 1;
  }
  return offset;
};

const delimiterOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] as string;
};

const lengthOfCell = (text: string, delimiter: string): number => {
  const quoted = /^"(?:[^"]|"")*"/.exec(text)?.[0];
  const end = text.indexOf(delimiter, quoted?.length ?? 0);
  return end === -1 ? text.length : end;
};

/**
 * Returns the length of a cell with invalid quotes: up to the delimiter after its last quote, or to the end of the
 * line.
 */
const lengthOfFaulty = (text: string, delimiter: string): number => {
  const closing = text.indexOf('"', 1);
  const end = closing === -1 ? -1 : text.indexOf(delimiter, closing);
  return end === -1 ? text.length : end;
};

/**
 * Finds a cell in a text that is not valid CSV, by the line and column of an error. Returns the whole line if the cell
 * is not on this line.
 */
export const findRawCell = (
  text: string,
  { line = 1, column = 1 }: Pick<Detail, 'line' | 'column'>,
  delimiter = delimiterOf(text),
): Span | undefined => {
  const start = offsetOfLine(text, line);
  if (start === undefined) return undefined;
  const [content = ''] = text.slice(start).split(/\r?\n/, 1);
  let offset = 0;
  for (let at = 1; at < column; at += 1) {
    offset += lengthOfCell(content.slice(offset), delimiter) + delimiter.length;
    if (offset > content.length) return { offset: start, length: content.length };
  }
  return { offset: start + offset, length: lengthOfFaulty(content.slice(offset), delimiter) };
};

export type ShownPlaces = Required<Pick<ProblemView, 'tables' | 'excerpts'>>;

const NOWHERE: ShownPlaces = { tables: [], excerpts: [] };

/** The detail names the file or its table, or no other file is possible. */
const isAbout =
  (file: SourceFile, files: readonly SourceFile[]) =>
  (detail: Detail): boolean => {
    if (file.csv && detail.line === undefined) return false;
    if (detail.table !== undefined && detail.table !== file.table) return false;
    const siblings = files.filter(({ table }) => table === file.table);
    return siblings.length === 1 || detail.file === undefined || basename(file.path) === basename(detail.file);
  };

const decode = (bytes: Uint8Array, encoding: string | undefined): string =>
  encoding === undefined ? decodeToUtf8(bytes).toString() : new TextDecoder(encoding).decode(bytes);

/** Includes the lines of errors outside of any row, such as a quote that is never closed. */
const showTable = (path: string, bytes: Uint8Array, csv: CsvSource, details: readonly Detail[]): ShownPlaces => {
  const rows = collectRows(bytes, csv, details);
  const table = layOutTable(path, rows, details);
  const others = details.filter((detail) => !rows.some((row) => columnIn(row, detail) !== undefined));
  if (others.length === 0) return { ...NOWHERE, tables: table ? [table] : [] };
  const text = decode(bytes, csv.encoding);
  const spans = others.flatMap((detail) => findRawCell(text, detail, csv.delimiter) ?? []);
  const excerpt = layOutExcerpt(path, text, spans);
  return { tables: table ? [table] : [], excerpts: excerpt ? [excerpt] : [] };
};

/** Values other than texts keep their span. */
const withoutQuotes = (text: string, { offset, length }: Span): Span =>
  text[offset] === '"' && length > 1 ? { offset: offset + 1, length: length - 2 } : { offset, length };

const WORD = /^(?:[\w.+-]+|[^\w\s])?/;

const wordAt = (text: string, { line = 1, column = 1 }: Detail): Span => {
  const offset = offsetOfPosition(text, { line, column });
  return { offset, length: WORD.exec(text.slice(offset))?.[0].length ?? 0 };
};

/** Shows the lines of a document around its faulty values, or around the first place that is not valid JSON. */
const showDocument = (path: string, bytes: Uint8Array, details: readonly Detail[]): ShownPlaces => {
  const text = decodeToUtf8(bytes).toString();
  const find = createJsonFinder(text);
  const spans = details.flatMap((detail) => {
    if (detail.line !== undefined) return [wordAt(text, detail)];
    const span = detail.path === undefined ? undefined : find(detail.path);
    return span ? [withoutQuotes(text, span)] : [];
  });
  const excerpt = layOutExcerpt(path, text, spans);
  return { tables: [], excerpts: excerpt ? [excerpt] : [] };
};

const showFile = async (
  folder: string,
  { path, csv }: SourceFile,
  details: readonly Detail[],
): Promise<ShownPlaces> => {
  if (details.length === 0) return NOWHERE;
  try {
    const bytes = await readFile(join(folder, path));
    return csv ? showTable(path, bytes, csv, details) : showDocument(path, bytes, details);
  } catch {
    return NOWHERE;
  }
};

/** Shows the parts of an endpoint's files around the places of an error. A file that cannot be read is left out. */
export const showPlaces = async (
  dashboard: LoadedDashboard,
  slug: string,
  details: readonly Detail[],
): Promise<ShownPlaces> => {
  const { checked, folder } = dashboard;
  const endpoint = checked.find((one) => one.slug === slug);
  if (!endpoint) return NOWHERE;
  const files = listSourceFiles(endpoint, dashboard);
  const shown = await Promise.all(files.map((file) => showFile(folder, file, details.filter(isAbout(file, files)))));
  return { tables: shown.flatMap(({ tables }) => tables), excerpts: shown.flatMap(({ excerpts }) => excerpts) };
};
