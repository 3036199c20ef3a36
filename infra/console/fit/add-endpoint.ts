import { isMap, parseDocument } from 'yaml';
import { commandLine } from '../../build/command-line.ts';

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
