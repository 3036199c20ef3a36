import { isMap, parseDocument } from 'yaml';
import { findExcess } from '../../dashboard/folder/read-yaml.ts';
import { commandLine } from '../../program/command-line.ts';

const CONTEXT_LINES = 3;

const sharedStart = (before: readonly string[], after: readonly string[]): number => {
  let count = 0;
  while (count < before.length && before[count] === after[count]) count += 1;
  return count;
};

/** Formats lines that were added in one place. */
export const formatAddedLines = (file: string, before: string, after: string): string => {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = Math.min(sharedStart(old, now), old.length);
  const count = now.length - old.length;
  const from = Math.max(0, start - CONTEXT_LINES);
  const to = Math.min(old.length, start + CONTEXT_LINES);
  const size = to - from;
  return [
    `--- ${file}`,
    `+++ ${file}`,
    `@@ -${from + 1},${size} +${from + 1},${size + count} @@`,
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...now.slice(start, start + count).map((line) => `+${line}`),
    ...old.slice(start, to).map((line) => ` ${line}`),
  ].join('\n');
};

export interface AddRefusal {
  readonly refusal: string;
}

/** The console adds entries to these keys of dashboard.yml. */
type MapKey = 'endpoints' | 'datasets';

const NOT_A_BLOCK: Readonly<Record<MapKey, string>> = {
  endpoints:
    'The console can add an endpoint only if each endpoint in dashboard.yml begins on its own line. Copy the lines yourself.',
  datasets:
    'The console can add a dataset only if each dataset in dashboard.yml begins on its own line. Copy the lines yourself.',
};
const FAULTY = `dashboard.yml has a mistake, so nothing can be added. Correct it first: ${commandLine('check')} says where.`;

const indentOf = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);

/** Returns the offset after the line break of the line that contains `offset`. */
const lineEnd = (text: string, offset: number): number => {
  const at = offset > 0 && text[offset - 1] === '\n' ? offset - 1 : text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
};

/** Finds the place for a new entry of a map, and its indentation. */
const findPlace = (
  text: string,
  key: MapKey,
): { readonly at: number; readonly indent: string; readonly head: string } | AddRefusal => {
  if (findExcess(text)) return { refusal: FAULTY };
  const document = parseDocument(text, { keepSourceTokens: true });
  if (document.errors.length > 0 || !isMap(document.contents)) return { refusal: FAULTY };
  const map = document.contents.get(key, true);
  if (map === undefined) return { at: text.length, indent: '  ', head: `${key}:\n` };
  const pair = isMap(map) && !map.flow ? map.items.at(-1) : undefined;
  const first = isMap(map) ? map.items[0] : undefined;
  const [start] = (first?.key as { range?: readonly number[] } | undefined)?.range ?? [];
  const [, end] = (pair?.value as { range?: readonly number[] } | null | undefined)?.range ?? [];
  if (start === undefined || end === undefined) return { refusal: NOT_A_BLOCK[key] };
  const indent = indentOf(text, start);
  if (indent.trim() !== '') return { refusal: NOT_A_BLOCK[key] };
  return { at: lineEnd(text, end), indent, head: '' };
};

/** Adds an entry after the last one of the map. Nothing else changes. */
export const addEntry = (text: string, key: MapKey, lines: string): { readonly text: string } | AddRefusal => {
  const place = findPlace(text, key);
  if ('refusal' in place) return place;
  const { at, indent, head } = place;
  const before = text.slice(0, at);
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  const entry = lines.replace(/^ {2}/gm, indent);
  const added = `${before}${gap}${head}${entry}\n${text.slice(at)}`;
  return parseDocument(added).errors.length > 0 ? { refusal: NOT_A_BLOCK[key] } : { text: added };
};
