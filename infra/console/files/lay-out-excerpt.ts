import type { Span } from '../../dashboard/folder/locate-json.ts';
import type { CellView, ExcerptLine, FileExcerpt } from '../protocol/protocol.ts';

const LINES_AROUND = 2;
/** Maximum number of characters that are shown before and after a faulty part of a long line. */
const MAX_AROUND_CHARS = 80;
const MAX_MARKED_CHARS = 120;
const MAX_LINES = 40;

interface TextLine extends Span {
  /** Number of the line, from 1. */
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

/** Shortens a long text before a faulty part to its end. */
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

/** Sorts faulty parts, and leaves out parts that repeat or overlap an earlier part. */
const distinct = (spans: readonly Span[]): readonly Span[] => {
  const sorted = spans.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  return sorted.filter((span, index) => {
    const before = sorted[index - 1];
    return !before || span.offset >= before.offset + Math.max(before.length, 1);
  });
};

/** Lays out the lines of a text around its faulty parts; undefined if no line has a faulty part. */
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
