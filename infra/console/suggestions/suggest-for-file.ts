import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';
import { defineEndpoint, writeEndpointLines } from '../../begin/suggestions/endpoint-lines.ts';
import { nameOfFile, proposeKey } from '../../begin/suggestions/slug.ts';
import { type Suggestions, suggestComponents } from '../../begin/suggestions/suggest-components.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { collectRows, layOutTable } from '../files/lay-out-table.ts';
import type { ProblemView, Suggestion, SuggestionResult } from '../protocol/protocol.ts';

export interface GivenFile {
  /** The path of a file below data/, or the name of a dropped file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ExtendedDashboard {
  readonly timezone: string;
  readonly checked: readonly Pick<LoadedDashboard['checked'][number], 'slug'>[];
}

/** Components that were not tried by then are left out. */
const TRYING_MS = 7_000;
const NOT_ALL_TRIED =
  'The file is so large that not all components were tried. Drop its first rows alone to see all that fit.';
const MAX_PICTURES_CHARS = 1_500_000;
const TOO_LARGE: Suggestion['drawing'] = {
  kind: 'tiles',
  tiles: [{ name: 'The picture', value: 'is too large to be shown here' }],
};

const explain = (
  { name, bytes }: GivenFile,
  { probed }: Suggestions,
  { code, message, details }: WallfeedError,
): ProblemView => {
  const table = layOutTable(name, collectRows(bytes, probed.format, details), details);
  return { error: code, sentence: message, details, tables: table ? [table] : [] };
};

const unreadable = ({ name }: GivenFile, { code, message, details }: WallfeedError): SuggestionResult => {
  const problem = { error: code, sentence: message, details, tables: [] };
  return { file: name, header: [], rows: 0, fits: [], misses: [], problem };
};

const sentenceOnly = (sentence: string): ProblemView => ({ sentence, details: [], tables: [] });

const limitPictures = (fits: readonly Suggestion[]): readonly Suggestion[] => {
  let left = MAX_PICTURES_CHARS;
  return fits.map((fit) => {
    const { length } = JSON.stringify(fit.drawing);
    if (length > left) return { ...fit, drawing: TOO_LARGE };
    left -= length;
    return fit;
  });
};

const describe = (given: GivenFile, found: Suggestions, taken: ReadonlySet<string>): SuggestionResult => {
  const { probed, fits, nearMisses } = found;
  const describeSuggestion = ({
    component,
    family,
    candidate,
    picture,
    isSelected,
  }: Suggestions['fits'][number]): Suggestion => {
    const key = proposeKey(nameOfFile(given.name), taken);
    const comments = found.notes.map((note) => `  # ${note}\n`).join('');
    const lines = comments + writeEndpointLines(key, defineEndpoint(component, given.name, candidate));
    return { component, family, drawing: picture, lines, selected: isSelected };
  };
  return {
    file: given.name,
    header: probed.header,
    rows: probed.count,
    fits: limitPictures(fits.map(describeSuggestion)),
    misses: nearMisses.map(({ component, error }) => ({ component, problem: explain(given, found, error) })),
  };
};

/**
 * Finds the components that a file fits, either by position or by a selection of its columns. Also lists the components
 * that it would fit if a few cells were corrected.
 */
export const suggestForFile = async (
  given: GivenFile,
  { timezone, checked }: ExtendedDashboard,
): Promise<SuggestionResult> => {
  const taken = new Set(checked.map(({ slug }) => slug));
  const endsAt = performance.now() + TRYING_MS;
  try {
    const file = { ...given, bytes: unpackBytes(given.bytes) };
    const result = describe(file, await suggestComponents(file.bytes, { timezone, endsAt }), taken);
    return performance.now() > endsAt ? { ...result, problem: sentenceOnly(NOT_ALL_TRIED) } : result;
  } catch (error) {
    if (error instanceof WallfeedError) return unreadable(given, error);
    throw error;
  }
};
