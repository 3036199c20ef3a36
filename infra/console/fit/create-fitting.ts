import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileWhole } from '../../build/write-file-whole.ts';
import { FILE_NAME } from '../../dashboard/read-dashboard-file.ts';
import type { ConsoleHost } from '../console-host.ts';
import type { AddProposal, FitResult } from '../protocol.ts';
import { type AddRefusal, addEndpoint } from './add-endpoint.ts';
import { findDataName } from './data-name.ts';
import { fitFile, type GivenFile } from './fit-file.ts';
import { formatAddedLines } from './format-diff.ts';

/** Finds components for files, and adds endpoints for the last file. */
export interface Fitting {
  /** Finds the components that a file of data/ fits. */
  fitData(file: GivenFile): Promise<FitResult>;
  /** Finds the components that a dropped file fits. */
  fitDropped(file: GivenFile): Promise<FitResult>;
  /** Shows how the folder would change with an endpoint of a fitting component. Changes nothing. */
  propose(component: string): Promise<AddProposal | AddRefusal>;
  /** Applies the proposed change, if dashboard.yml has not changed since. */
  confirm(id: string): Promise<AddRefusal | undefined>;
}

interface Tried {
  readonly result: FitResult;
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

/** The folder of a console, the last file, and the change that was proposed last. */
interface FittingState {
  readonly dashboard: ConsoleHost['dashboard'];
  tried?: Tried;
  change?: Change | undefined;
}

const readDefinition = ({ dashboard }: FittingState): Promise<string> =>
  readFile(join(dashboard().folder, FILE_NAME), 'utf8');

/** Finds the components for a file. `dropped` contains the bytes of a file that is not yet in data/. */
const tryFile = async (state: FittingState, file: GivenFile, dropped?: Uint8Array): Promise<FitResult> => {
  const result = await fitFile(file, state.dashboard());
  state.tried = { result, ...(dropped && { dropped }) };
  return result;
};

const tryDropped = async (state: FittingState, { name: given, bytes }: GivenFile): Promise<FitResult> => {
  const { name, isThere } = await findDataName(state.dashboard().folder, given, bytes);
  return tryFile(state, { name, bytes }, isThere ? undefined : bytes);
};

const describeFile = ({ file }: FitResult, { length }: Uint8Array): string =>
  `+++ data/${file} (new file, ${length} bytes)\n`;

const propose = async (state: FittingState, component: string): Promise<AddProposal | AddRefusal> => {
  const { tried } = state;
  const fit = tried?.result.fits.find((one) => one.component === component);
  if (!tried || !fit) return GONE;
  const before = await readDefinition(state);
  const added = addEndpoint(before, fit.lines);
  if ('refusal' in added) return added;
  const diff = formatAddedLines(FILE_NAME, before, added.text);
  const id = createHash('sha256').update(diff).digest('hex');
  state.change = { id, before, after: added.text };
  return { id, diff: tried.dropped ? describeFile(tried.result, tried.dropped) + diff : diff };
};

const addFile = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(join(folder, 'data'), { recursive: true });
  await writeFile(join(folder, 'data', name), bytes, { flag: 'wx' });
};

const confirm = async (state: FittingState, id: string): Promise<AddRefusal | undefined> => {
  const { tried, change } = state;
  if (!tried || change?.id !== id) return GONE;
  if ((await readDefinition(state)) !== change.before) return CHANGED;
  const { folder } = state.dashboard();
  if (tried.dropped) await addFile(folder, tried.result.file, tried.dropped);
  await writeFileWhole(join(folder, FILE_NAME), change.after);
  state.tried = { result: tried.result };
  state.change = undefined;
  return undefined;
};

/** Creates the fitting of one console, which remembers the last file. */
export const createFitting = ({ dashboard }: ConsoleHost): Fitting => {
  const state: FittingState = { dashboard };
  return {
    fitData: (file) => tryFile(state, file),
    fitDropped: (file) => tryDropped(state, file),
    propose: (component) => propose(state, component),
    confirm: (id) => confirm(state, id),
  };
};
