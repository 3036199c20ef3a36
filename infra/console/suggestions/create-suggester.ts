import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warningsOfNewEndpoint } from '../../begin/suggestions/endpoint-lines.ts';
import { endpointKeysOf, freeSlug } from '../../begin/suggestions/slug.ts';
import { FILE_NAME } from '../../dashboard/folder/read-dashboard-file.ts';
import { writeFiles } from '../../program/write-files.ts';
import { proposeAddress } from '../addresses/propose-address.ts';
import { type AddRefusal, addEntry, formatAddedLines } from '../files/add-entry.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { AddProposal, AddressProposal, SuggestionResult } from '../protocol/protocol.ts';
import { findDataName } from './data-name.ts';
import { startSuggestionWorker } from './start-suggestion-worker.ts';
import type { GivenFile } from './suggest-for-file.ts';

/** Finds components for files, and adds endpoints for the last file, or a dataset for an address. */
export interface Suggester {
  forData(file: GivenFile): Promise<SuggestionResult>;
  forDropped(file: GivenFile): Promise<SuggestionResult>;
  /** Changes nothing. */
  propose(component: string): Promise<AddProposal | AddRefusal>;
  /** Asks an address of a host, and shows how the folder would change with a dataset for it. Changes nothing. */
  proposeAddress(address: string): Promise<AddressProposal | AddRefusal>;
  /** Does nothing if dashboard.yml has changed since. */
  confirm(id: string): Promise<AddRefusal | undefined>;
}

interface Tried {
  readonly result: SuggestionResult;
  /** Not yet in data/. */
  readonly dropped?: Uint8Array;
}

interface Change {
  readonly id: string;
  readonly before: string;
  readonly after: string;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
}

const GONE: AddRefusal = { refusal: 'There is no proposed change: choose or drop the file again.' };
const CHANGED: AddRefusal = { refusal: 'dashboard.yml has changed meanwhile. Choose "Add to dashboard.yml" again.' };

const TAKEN: AddRefusal = { refusal: 'data/ has got a file of this name meanwhile. Drop your file again.' };

interface SuggesterState {
  readonly dashboard: ConsoleHost['dashboard'];
  readonly suggest: ReturnType<typeof startSuggestionWorker>;
  tried?: Tried;
  change?: Change | undefined;
}

const readDefinition = ({ dashboard }: SuggesterState): Promise<string> =>
  readFile(join(dashboard().folder, FILE_NAME), 'utf8');

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

const MAX_CHECKED_BYTES = 4 * 1024 * 1024;

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

const keepChange = (
  state: SuggesterState,
  change: Omit<Change, 'id'>,
): { readonly id: string; readonly diff: string } => {
  const diff = formatAddedLines(FILE_NAME, change.before, change.after);
  const id = createHash('sha256').update(diff).digest('hex');
  state.change = { ...change, id };
  return { id, diff };
};

const proposeFor = async (state: SuggesterState, address: string): Promise<AddressProposal | AddRefusal> => {
  const found = await proposeAddress(state.dashboard(), address);
  if ('refusal' in found) return found;
  const { lines, ...answer } = found;
  const before = await readDefinition(state);
  const added = addEntry(before, 'datasets', lines);
  return 'refusal' in added ? added : { ...answer, ...keepChange(state, { before, after: added.text }) };
};

const propose = async (state: SuggesterState, component: string): Promise<AddProposal | AddRefusal> => {
  const { tried } = state;
  const fit = tried?.result.fits.find((one) => one.component === component);
  if (!tried || !fit) return GONE;
  const before = await readDefinition(state);
  const added = addEntry(before, 'endpoints', withFreeKey(fit.lines, endpointKeysOf(before)));
  if ('refusal' in added) return added;
  const file = tried.dropped && { name: tried.result.file, bytes: tried.dropped };
  const { id, diff } = keepChange(state, { before, after: added.text, ...(file && { file }) });
  const warnings = await warningsOf(state, tried, fit.lines);
  return { id, warnings, diff: tried.dropped ? describeFile(tried.result, tried.dropped) + diff : diff };
};

const confirm = async (state: SuggesterState, id: string): Promise<AddRefusal | undefined> => {
  const { change } = state;
  if (change?.id !== id) return GONE;
  if ((await readDefinition(state)) !== change.before) return CHANGED;
  const { folder } = state.dashboard();
  const added = change.file && { [`data/${change.file.name}`]: change.file.bytes };
  if (Object.keys(added ?? {}).some((file) => existsSync(join(folder, file)))) return TAKEN;
  try {
    await writeFiles(folder, { ...added, [FILE_NAME]: change.after });
  } catch (error) {
    return { refusal: `${(error as Error).message}.` };
  }
  if (change.file && state.tried) state.tried = { result: state.tried.result };
  state.change = undefined;
  return undefined;
};

export const createSuggester = ({ dashboard }: ConsoleHost): Suggester => {
  const state: SuggesterState = { dashboard, suggest: startSuggestionWorker() };
  return {
    forData: (file) => tryFile(state, file),
    forDropped: (file) => tryDropped(state, file),
    propose: (component) => propose(state, component),
    proposeAddress: (address) => proposeFor(state, address),
    confirm: (id) => confirm(state, id),
  };
};
