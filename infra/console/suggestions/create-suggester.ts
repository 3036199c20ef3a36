import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { warningsOfNewEndpoint } from '../../begin/suggestions/endpoint-lines.ts';
import { endpointKeysOf, freeSlug } from '../../begin/suggestions/slug.ts';
import { FILE_NAME } from '../../dashboard/folder/read-dashboard-file.ts';
import { findExcess } from '../../dashboard/folder/read-yaml.ts';
import { commandLine } from '../../program/command-line.ts';
import { writeFiles } from '../../program/write-files.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { AddProposal, SuggestionResult } from '../protocol/protocol.ts';
import { findDataName } from './data-name.ts';
import { startSuggestionWorker } from './start-suggestion-worker.ts';
import type { GivenFile } from './suggest-for-file.ts';

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

/** The reason why the console cannot add an endpoint to dashboard.yml. */
interface AddRefusal {
  readonly refusal: string;
}

const NOT_A_BLOCK =
  'The console can add an endpoint only if each endpoint in dashboard.yml begins on its own line. Copy the lines yourself.';
const FAULTY = `dashboard.yml has a mistake, so nothing can be added. Correct it first: ${commandLine('check')} says where.`;

const indentOf = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);

/** Returns the offset after the line break of the line that contains `offset`. */
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

/** Finds components for files, and adds endpoints for the last file. */
export interface Suggester {
  forData(file: GivenFile): Promise<SuggestionResult>;
  forDropped(file: GivenFile): Promise<SuggestionResult>;
  /** Shows how the folder would change with an endpoint of a component that the file fits. Changes nothing. */
  propose(component: string): Promise<AddProposal | AddRefusal>;
  /** Applies the proposed change, if dashboard.yml has not changed since. */
  confirm(id: string): Promise<AddRefusal | undefined>;
}

interface Tried {
  readonly result: SuggestionResult;
  /** The bytes of a dropped file that is not yet in data/. */
  readonly dropped?: Uint8Array;
}

interface Change {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

const GONE: AddRefusal = { refusal: 'There is no proposed change: choose or drop the file again.' };
const CHANGED: AddRefusal = { refusal: 'dashboard.yml has changed meanwhile. Choose "Add to dashboard.yml" again.' };

const TAKEN: AddRefusal = { refusal: 'data/ has got a file of this name meanwhile. Drop your file again.' };

/** The folder of a console, the last file, and the change that was proposed last. */
interface SuggesterState {
  readonly dashboard: ConsoleHost['dashboard'];
  readonly suggest: ReturnType<typeof startSuggestionWorker>;
  tried?: Tried;
  change?: Change | undefined;
}

const readDefinition = ({ dashboard }: SuggesterState): Promise<string> =>
  readFile(join(dashboard().folder, FILE_NAME), 'utf8');

/** Finds the components for a file. `dropped` contains the bytes of a file that is not yet in data/. */
const tryFile = async (state: SuggesterState, file: GivenFile, dropped?: Uint8Array): Promise<SuggestionResult> => {
  const result = await state.suggest(file, state.dashboard());
  state.tried = { result, ...(dropped && { dropped }) };
  return result;
};

const tryDropped = async (state: SuggesterState, { name: given, bytes }: GivenFile): Promise<SuggestionResult> => {
  const { name, isThere } = await findDataName(state.dashboard().folder, given, bytes);
  return tryFile(state, { name, bytes }, isThere ? undefined : bytes);
};

const describeFile = ({ file }: SuggestionResult, { length }: Uint8Array): string =>
  `+++ data/${file} (new file, ${length} bytes)\n`;

/**
 * Adds a number to the key of an endpoint if dashboard.yml has got the key since the file was tried. Notes may precede
 * the key, and a key such as 'null' is in quotes.
 */
const withFreeKey = (lines: string, taken: ReadonlySet<string>): string =>
  lines.replace(
    /^ {2}('?)([\w-]+)\1(?=:)/m,
    (_, quote: string, key: string) => `  ${quote}${freeSlug(key, taken)}${quote}`,
  );

/** Size up to which a file is checked before its endpoint is added. */
const MAX_CHECKED_BYTES = 4 * 1024 * 1024;

/** Returns what `check` will warn of in a proposed endpoint. */
const warningsOf = async (
  { dashboard }: SuggesterState,
  { result: { file }, dropped }: Tried,
  lines: string,
): Promise<AddProposal['warnings']> => {
  const { folder, timezone } = dashboard();
  const bytes = dropped ?? (await readFile(join(folder, 'data', file)).catch(() => undefined));
  if (!bytes || bytes.length > MAX_CHECKED_BYTES) return [];
  return warningsOfNewEndpoint({ file, bytes, lines, timezone, mapsFrom: folder });
};

const propose = async (state: SuggesterState, component: string): Promise<AddProposal | AddRefusal> => {
  const { tried } = state;
  const fit = tried?.result.fits.find((one) => one.component === component);
  if (!tried || !fit) return GONE;
  const before = await readDefinition(state);
  const added = addEndpoint(before, withFreeKey(fit.lines, endpointKeysOf(before)));
  if ('refusal' in added) return added;
  const diff = formatAddedLines(FILE_NAME, before, added.text);
  const id = createHash('sha256').update(diff).digest('hex');
  state.change = { id, before, after: added.text };
  const warnings = await warningsOf(state, tried, fit.lines);
  return { id, warnings, diff: tried.dropped ? describeFile(tried.result, tried.dropped) + diff : diff };
};

const confirm = async (state: SuggesterState, id: string): Promise<AddRefusal | undefined> => {
  const { tried, change } = state;
  if (!tried || change?.id !== id) return GONE;
  if ((await readDefinition(state)) !== change.before) return CHANGED;
  const { folder } = state.dashboard();
  const file = `data/${tried.result.file}`;
  if (tried.dropped && existsSync(join(folder, file))) return TAKEN;
  try {
    await writeFiles(folder, { ...(tried.dropped && { [file]: tried.dropped }), [FILE_NAME]: change.after });
  } catch (error) {
    return { refusal: `${(error as Error).message}.` };
  }
  state.tried = { result: tried.result };
  state.change = undefined;
  return undefined;
};

/** Creates the suggester of one console, which remembers the last file. */
export const createSuggester = ({ dashboard }: ConsoleHost): Suggester => {
  const state: SuggesterState = { dashboard, suggest: startSuggestionWorker() };
  return {
    forData: (file) => tryFile(state, file),
    forDropped: (file) => tryDropped(state, file),
    propose: (component) => propose(state, component),
    confirm: (id) => confirm(state, id),
  };
};
