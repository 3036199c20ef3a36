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

const describeFile = ({ file }: FitResult, { length }: Uint8Array): string =>
  `+++ data/${file} (new file, ${length} bytes)\n`;

/** Creates the fitting of one console, which remembers the last file. */
export const createFitting = ({ dashboard }: ConsoleHost): Fitting => {
  let tried: Tried | undefined;
  let change: Change | undefined;

  const readDefinition = (): Promise<string> => readFile(join(dashboard().folder, FILE_NAME), 'utf8');

  const tryFile = async (file: GivenFile, dropped?: Uint8Array): Promise<FitResult> => {
    const result = await fitFile(file, dashboard());
    tried = { result, ...(dropped && { dropped }) };
    return result;
  };

  const fitDropped: Fitting['fitDropped'] = async ({ name: given, bytes }) => {
    const { name, isThere } = await findDataName(dashboard().folder, given, bytes);
    return tryFile({ name, bytes }, isThere ? undefined : bytes);
  };

  const propose: Fitting['propose'] = async (component) => {
    const fit = tried?.result.fits.find((one) => one.component === component);
    if (!tried || !fit) return GONE;
    const before = await readDefinition();
    const added = addEndpoint(before, fit.lines);
    if ('refusal' in added) return added;
    const diff = formatAddedLines(FILE_NAME, before, added.text);
    change = { id: createHash('sha256').update(diff).digest('hex'), before, after: added.text };
    return { id: change.id, diff: tried.dropped ? describeFile(tried.result, tried.dropped) + diff : diff };
  };

  const confirm: Fitting['confirm'] = async (id) => {
    if (!tried || change?.id !== id) return GONE;
    if ((await readDefinition()) !== change.before) return CHANGED;
    const { folder } = dashboard();
    if (tried.dropped) {
      await mkdir(join(folder, 'data'), { recursive: true });
      await writeFile(join(folder, 'data', tried.result.file), tried.dropped, { flag: 'wx' });
    }
    await writeFileWhole(join(folder, FILE_NAME), change.after);
    tried = { result: tried.result };
    change = undefined;
    return undefined;
  };
  return { fitData: (file) => tryFile(file), fitDropped, propose, confirm };
};
