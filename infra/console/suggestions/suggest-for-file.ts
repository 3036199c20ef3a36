import { basename, extname } from 'node:path';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { defineEndpoint, writeEndpointLines } from '../../begin/suggestions/endpoint-lines.ts';
import { proposeKey } from '../../begin/suggestions/slug.ts';
import { type Fitting, findFitting } from '../../begin/suggestions/suggest-components.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { collectRows, layOutTable } from '../files/lay-out-table.ts';
import type { Fit, FitResult, ProblemView } from '../protocol/protocol.ts';

/** A file that was dropped on the page or chosen in data/. */
export interface GivenFile {
  /** The path of a file below data/, or the name of a dropped file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The dashboard for which fitting components are listed. */
export interface FittedDashboard {
  readonly timezone: string;
  readonly checked: readonly Pick<LoadedDashboard['checked'][number], 'slug'>[];
}

/** Time for trying a file. Components that were not tried by then are left out. */
const TRYING_MS = 7_000;
const NOT_ALL_TRIED =
  'The file is so large that not all components were tried. Drop its first rows alone to see all that fit.';
/** Maximum length of the pictures of all components in JSON. */
const MAX_PICTURES_CHARS = 1_500_000;
const TOO_LARGE: Fit['drawing'] = {
  kind: 'tiles',
  tiles: [{ name: 'The picture', value: 'is too large to be shown here' }],
};

const explain = (
  { name, bytes }: GivenFile,
  { probed }: Fitting,
  { code, message, details }: WallfeedError,
): ProblemView => {
  const table = layOutTable(name, collectRows(bytes, probed.format, details), details);
  return { error: code, sentence: message, details, tables: table ? [table] : [] };
};

const unreadable = ({ name }: GivenFile, { code, message, details }: WallfeedError): FitResult => {
  const problem = { error: code, sentence: message, details, tables: [] };
  return { file: name, header: [], rows: 0, fits: [], misses: [], problem };
};

const sentenceOnly = (sentence: string): ProblemView => ({ sentence, details: [], tables: [] });

/** Returns a result that says in a sentence why nothing is known about a file. */
export const describeProblem = ({ name }: GivenFile, sentence: string): FitResult => ({
  file: name,
  header: [],
  rows: 0,
  fits: [],
  misses: [],
  problem: sentenceOnly(sentence),
});

/** Replaces the pictures that do not fit into the reply. */
const limitPictures = (fits: readonly Fit[]): readonly Fit[] => {
  let left = MAX_PICTURES_CHARS;
  return fits.map((fit) => {
    const { length } = JSON.stringify(fit.drawing);
    if (length > left) return { ...fit, drawing: TOO_LARGE };
    left -= length;
    return fit;
  });
};

const describe = (given: GivenFile, fitting: Fitting, taken: ReadonlySet<string>): FitResult => {
  const { probed, fits, nearMisses } = fitting;
  const describeFit = ({ component, family, trial, picture, isSelected }: Fitting['fits'][number]): Fit => {
    const key = proposeKey(basename(given.name, extname(given.name)), component, taken);
    const lines = writeEndpointLines(key, defineEndpoint(component, given.name, trial));
    return { component, family, drawing: picture, lines, selected: isSelected };
  };
  return {
    file: given.name,
    header: probed.header,
    rows: probed.count,
    fits: limitPictures(fits.map(describeFit)),
    misses: nearMisses.map(({ component, error }) => ({ component, problem: explain(given, fitting, error) })),
  };
};

/**
 * Finds the components that a file fits, either by position or by a selection of its columns. Also lists the components
 * that it would fit if a few cells were corrected.
 */
export const fitFile = async (given: GivenFile, { timezone, checked }: FittedDashboard): Promise<FitResult> => {
  const taken = new Set(checked.map(({ slug }) => slug));
  const endsAt = performance.now() + TRYING_MS;
  try {
    const result = describe(given, await findFitting(given.bytes, { timezone, endsAt }), taken);
    return performance.now() > endsAt ? { ...result, problem: sentenceOnly(NOT_ALL_TRIED) } : result;
  } catch (error) {
    if (error instanceof WallfeedError) return unreadable(given, error);
    throw error;
  }
};
