import { isOffTheMap, type Picture } from '../../../schemas/common/charts/picture.ts';
import { otherKind } from '../../../shared/csv/file-kinds.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';
import { loadSamples } from '../../build/bundling/collect-samples.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { type CatalogueEntry, isOfOthers, loadCatalogue, loadPreview } from '../../build/catalogue/load-catalogue.ts';
import { type Candidate, isSelected, type TriedFile, tryCandidate } from './candidate.ts';
import type { GivenFile, SelectionFields } from './column-sources.ts';
import { describeColumns, rolesOf } from './columns.ts';
import type { FileColumn } from './file-column.ts';
import { listCandidates, listGraphs, listSelections, type ShapesToTry } from './list-candidates.ts';
import { type ProbedFile, probeFile } from './probe-file.ts';
import { proposeKeys } from './propose-keys.ts';
import {
  hasNamesOf,
  isNearMiss,
  makesSense,
  placeAmong,
  rankCandidates,
  rankSelections,
  takesAnyText,
} from './rank-candidates.ts';
import { showsRegions } from './region-maps.ts';
import { findSumRows } from './sum-rows.ts';

export interface Suggestion {
  readonly component: string;
  readonly family: string;
  readonly candidate: Candidate;
  readonly picture: Picture;
  /** False if the columns are chosen by position. */
  readonly isSelected: boolean;
  /** True if the component is a map, and no name of the file is a place on it. */
  readonly isOffTheMap: boolean;
}

/** The component would fit if a few cells were corrected. */
export interface NearMiss {
  readonly component: string;
  readonly error: WallfeedError;
}

export interface Suggestions {
  readonly probed: ProbedFile;
  /** The best first. Components that take any text come last. */
  readonly fits: readonly Suggestion[];
  readonly nearMisses: readonly NearMiss[];
  /** Lines about rows that the proposals leave out, and about keys that the user must write. */
  readonly notes: readonly string[];
  /** The errors of components that refuse the file as it is, by component. */
  readonly misfits: ReadonlyMap<string, WallfeedError>;
}

export interface SuggestionSettings {
  readonly timezone: string;
  /** If absent, all rows are read. */
  readonly maxRows?: number;
  /** By `performance.now()`. If absent, all components are tried. */
  readonly endsAt?: number;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

type Found = Pick<Suggestions, 'fits' | 'misfits'>;

/** Omits components that cannot draw the body, such as a tree whose links form a circle. */
const drawSuggestions = async (candidate: Candidate, body: unknown): Promise<readonly Suggestion[]> => {
  const { entry } = candidate;
  const preview = await loadPreview(entry);
  return entry.shape.components.flatMap((component) => {
    const picture = preview(body, component);
    const isFaulty = picture.kind === 'chart' && (picture.faults ?? []).length > 0;
    const flags = { isSelected: isSelected(candidate), isOffTheMap: isOffTheMap(picture) };
    return isFaulty ? [] : [{ component, family: entry.family, candidate, picture, ...flags }];
  });
};

const tryAll = async (candidates: readonly Candidate[], tried: TriedFile): Promise<Found> => {
  const fits: Suggestion[] = [];
  const misfits = new Map<string, WallfeedError>();
  for (const candidate of candidates) {
    if (performance.now() > tried.endsAt) break;
    const result = tryCandidate(candidate, tried);
    if ('body' in result) fits.push(...(await drawSuggestions(candidate, result.body)));
    else for (const component of candidate.entry.shape.components) misfits.set(component, result.error);
  }
  return { fits, misfits };
};

/** Keeps the first fit, because a file may fit a component with several options. */
const onceEach = (fits: readonly Suggestion[]): readonly Suggestion[] =>
  [...new Map(fits.toReversed().map((fit) => [fit.component, fit])).values()].reverse();

/** Families with more shapes come first, because they show more kinds of data. */
const loadShapes = async (): Promise<readonly CatalogueEntry[]> => {
  const entries = (await loadCatalogue()).filter((entry) => !isOfOthers(entry));
  const families = Map.groupBy(entries, ({ family }) => family).values();
  return [...families].toSorted((one, other) => other.length - one.length).flat();
};

const loadShapesToTry = async (
  { format, header }: ProbedFile,
  columns: readonly FileColumn[],
  keys: SelectionFields,
): Promise<ShapesToTry> => {
  const word = header.at(-1)?.trim() || 'value';
  const samples = Object.entries(await loadSamples()).map(([name, { options }]) => [name, options] as const);
  return {
    catalogue: await loadShapes(),
    samples: Object.fromEntries(samples),
    format,
    keys,
    columns,
    word,
  };
};

/** Lists the ways to feed shapes by the position of the file's columns that make sense for their names and figures. */
const listSensible = (toTry: ShapesToTry): readonly Candidate[] =>
  listCandidates(toTry).filter((candidate) => makesSense(candidate, toTry.columns));

/** Leaves out components that fit the file by position, or nearly do. */
const listOthers = (toTry: ShapesToTry, known: ReadonlySet<string>, file: GivenFile) => {
  const isOther = ({ entry }: Candidate): boolean => !entry.shape.components.some((component) => known.has(component));
  const others = listCandidates(toTry).filter(isOther);
  return [...listSelections(others, file), ...listGraphs(toTry, file.columns)];
};

/** The plainest of the components that show any table. */
const FIRST_LIST = 'Paging List';

const isForAnyText = ({ candidate }: Suggestion): boolean => takesAnyText(candidate);

/** The plainest of the components that show a single figure. */
const FIRST_FIGURE = 'Numeric Metric';

const isOnMap = ({ candidate, picture }: Suggestion): boolean => showsRegions(candidate.entry.shape, picture);

/** Sorts fits by how plainly their components show this file. Fits of the same place stay in their order. */
const rankSuggestions = (fits: readonly Suggestion[], columns: readonly FileColumn[]): readonly Suggestion[] =>
  fits.toSorted(
    (one, other) =>
      placeAmong(one.candidate, columns) - placeAmong(other.candidate, columns) ||
      Number(other.component === FIRST_FIGURE) - Number(one.component === FIRST_FIGURE),
  );

const EVERY_ROW = Number.POSITIVE_INFINITY;
const NEVER = Number.POSITIVE_INFINITY;

/** @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE if the file is no table. */
export const suggestComponents = async (given: Uint8Array, settings: SuggestionSettings): Promise<Suggestions> => {
  const { timezone, maxRows = EVERY_ROW, endsAt = NEVER, now = Date.now() } = settings;
  const bytes = unpackBytes(given);
  const other = otherKind(bytes, 'csv');
  if (other) throw other;
  const probed = probeFile(bytes, timezone);
  const columns = describeColumns(probed, timezone);
  const sums = findSumRows(probed, columns, rolesOf(columns).measures);
  const { keys, notes } = proposeKeys(probed, columns, { bytes, timezone, now, sums });
  const toTry = await loadShapesToTry(probed, columns, keys);
  const tried: TriedFile = { bytes, timezone, maxRows, endsAt, validators: await loadValidators() };
  const byPosition = await tryAll(rankCandidates(listSensible(toTry), probed.header), tried);
  const fitting = new Set(byPosition.fits.map(({ component }) => component));
  const misfits = new Map([...byPosition.misfits].filter(([component]) => !fitting.has(component)));
  const nearMisses = [...misfits]
    .filter(([, error]) => isNearMiss(error, probed.count))
    .map(([component, error]) => ({ component, error }));
  const known = new Set([...fitting, ...nearMisses.map(({ component }) => component)]);
  const selections = rankSelections(
    listOthers(toTry, known, { columns, rows: probed.count, hasSums: sums.length > 0 }),
    columns,
  );
  const { fits: selected } = await tryAll(selections, tried);
  const typed = byPosition.fits.filter((fit) => !isForAnyText(fit));
  const isMeant = (fit: Suggestion) => hasNamesOf(fit.candidate, probed.header) && !isOnMap(fit);
  const meant = typed.filter(isMeant);
  const ranked = rankSuggestions([...typed.filter((fit) => !isMeant(fit)), ...selected], columns);
  const [onMaps, others] = [ranked.filter(isOnMap), ranked.filter((fit) => !isOnMap(fit))];
  const lists = byPosition.fits.filter(isForAnyText);
  const isFirst = ({ component }: Suggestion): boolean => component === FIRST_LIST;
  const fits = onceEach([
    ...onMaps,
    ...meant,
    ...others,
    ...lists.filter(isFirst),
    ...lists.filter((one) => !isFirst(one)),
  ]);
  return { probed, fits, notes, nearMisses, misfits };
};
