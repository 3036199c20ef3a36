import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { commandLine } from '../../build/command-line.ts';
import { findExcess } from '../../dashboard/folder/read-yaml.ts';

const CONTEXT_LINES = 3;

const sharedStart = (before: readonly string[], after: readonly string[]): number => {
  let count = 0;
  while (count < before.length && before[count] === after[count]) count += 1;
  return count;
};

/** Writes lines that were added in one place as a unified diff. */
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

/** Replaces characters other than letters, digits and a few signs, so that every file system accepts the name. */
const plain = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .replace(/[^\p{L}\p{N}._ -]/gu, '-')
    .replace(/^[.\s-]+/, '');

const numbered = (name: string, number: number): string =>
  number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`);

/** A name in data/ for a dropped file. */
interface DataName {
  readonly name: string;
  /** True if data/ already contains the same file under this name. */
  readonly isThere: boolean;
}

/** Finds a name in data/ for a dropped file, such that no other file is replaced. */
export const findDataName = async (folder: string, dropped: string, bytes: Uint8Array): Promise<DataName> => {
  const wanted = plain(dropped) || 'file.csv';
  for (let number = 1; ; number += 1) {
    const name = numbered(wanted, number);
    const there = await readFile(join(folder, 'data', name)).catch(() => undefined);
    if (there === undefined) return { name, isThere: false };
    if (there.equals(bytes)) return { name, isThere: true };
  }
};

/** The reason why the console cannot add an endpoint to dashboard.yml. */
export interface AddRefusal {
  readonly refusal: string;
}

const NOT_A_BLOCK =
  'The console can add an endpoint only if each endpoint in dashboard.yml begins on its own line. Copy the lines yourself.';
const FAULTY = `dashboard.yml has a mistake, so nothing can be added. Correct it first: ${commandLine('check')} says where.`;

const indentOf = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);

/** Returns the offset behind the line break of the line that contains `offset`. */
const lineEnd = (text: string, offset: number): number => {
  const at = offset > 0 && text[offset - 1] === '\n' ? offset - 1 : text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
};

/** Finds the place for a new endpoint, and its indentation. */
const findPlace = (
  text: string,
): { readonly at: number; readonly indent: string; readonly head: string } | AddRefusal => {
  if (findExcess(text)) return { refusal: FAULTY };
  const document = parseDocument(text, { keepSourceTokens: true });
  if (document.errors.length > 0 || !isMap(document.contents)) return { refusal: FAULTY };
  const endpoints = document.contents.get('endpoints', true);
  if (endpoints === undefined) return { at: text.length, indent: '  ', head: 'endpoints:\n' };
  const pair = isMap(endpoints) && !endpoints.flow ? endpoints.items.at(-1) : undefined;
  const first = isMap(endpoints) ? endpoints.items[0] : undefined;
  const [start] = (first?.key as { range?: readonly number[] } | undefined)?.range ?? [];
  const [, end] = (pair?.value as { range?: readonly number[] } | null | undefined)?.range ?? [];
  if (start === undefined || end === undefined) return { refusal: NOT_A_BLOCK };
  const indent = indentOf(text, start);
  if (indent.trim() !== '') return { refusal: NOT_A_BLOCK };
  return { at: lineEnd(text, end), indent, head: '' };
};

/** Adds the lines of an endpoint after the last endpoint of dashboard.yml. Nothing else changes. */
export const addEndpoint = (text: string, lines: string): { readonly text: string } | AddRefusal => {
  const place = findPlace(text);
  if ('refusal' in place) return place;
  const { at, indent, head } = place;
  const before = text.slice(0, at);
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  const entry = lines.replace(/^ {2}/gm, indent);
  const added = `${before}${gap}${head}${entry}\n${text.slice(at)}`;
  return parseDocument(added).errors.length > 0 ? { refusal: NOT_A_BLOCK } : { text: added };
};
