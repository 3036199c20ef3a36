import { isOffTheMap, type Picture } from '../../../schemas/common/charts/picture.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { loadSamples } from '../../build/bundling/collect-samples.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { loadCatalogue, loadPreview } from '../../build/catalogue/load-catalogue.ts';
import { isSelected, runTrial, type Trial, type TriedFile } from './candidate.ts';
import { describeColumns } from './describe-columns.ts';
import { type Candidates, listGraphs, listSelections, listTrials } from './list-candidates.ts';
import { type ProbedFile, probeFile } from './probe-file.ts';
import { isNearMiss, rankSelections, rankTrials, takesAnyText } from './rank-candidates.ts';

/** A component that a file fits. */
export interface Fit {
  readonly component: string;
  readonly family: string;
  /** How an endpoint reads the file. */
  readonly trial: Trial;
  /** The component, drawn from the file. */
  readonly picture: Picture;
  /** True if the columns are chosen by name or type, not by position. */
  readonly isSelected: boolean;
  /** True if the component is a map, and no name of the file is a place on it. */
  readonly isOffTheMap: boolean;
}

/** A component that a file would fit if a few cells were corrected. */
export interface NearMiss {
  readonly component: string;
  readonly error: WallfeedError;
}

/** The components that a file fits, and what is wrong with it for others. */
export interface Fitting {
  readonly probed: ProbedFile;
  /** The fits, the best first. Components that take any text come last. */
  readonly fits: readonly Fit[];
  readonly nearMisses: readonly NearMiss[];
  /** The errors of components that refuse the file as it is, by component. */
  readonly misfits: ReadonlyMap<string, WallfeedError>;
}

/** Settings for trying which components a file fits. */
export interface FitSettings {
  readonly timezone: string;
  /** Maximum number of rows that are read. If absent, all rows are read. */
  readonly maxRows?: number;
  /** Time by `performance.now()` after which no further component is tried. If absent, all are tried. */
  readonly endsAt?: number;
}

type Found = Pick<Fitting, 'fits' | 'misfits'>;

/**
 * Draws the body that a shape makes from the file, once for each component. Omits components that cannot draw the body,
 * such as a tree whose links form a circle.
 */
const drawFits = async (trial: Trial, body: unknown): Promise<readonly Fit[]> => {
  const { entry } = trial;
  const preview = await loadPreview(entry);
  return entry.shape.components.flatMap((component) => {
    const picture = preview(body, component);
    const isFaulty = picture.kind === 'chart' && (picture.faults ?? []).length > 0;
    const flags = { isSelected: isSelected(trial), isOffTheMap: isOffTheMap(picture) };
    return isFaulty ? [] : [{ component, family: entry.family, trial, picture, ...flags }];
  });
};

/** Runs all trials, and draws the components that the file fits. */
const tryAll = async (trials: readonly Trial[], tried: TriedFile): Promise<Found> => {
  const fits: Fit[] = [];
  const misfits = new Map<string, WallfeedError>();
  for (const trial of trials) {
    if (performance.now() > tried.endsAt) break;
    const result = runTrial(trial, tried);
    if ('body' in result) fits.push(...(await drawFits(trial, result.body)));
    else for (const component of trial.entry.shape.components) misfits.set(component, result.error);
  }
  return { fits, misfits };
};

/** Keeps the first fit of each component. A file may fit a component with several options. */
const onceEach = (fits: readonly Fit[]): readonly Fit[] =>
  [...new Map(fits.toReversed().map((fit) => [fit.component, fit])).values()].reverse();

const loadCandidates = async ({ format }: ProbedFile): Promise<Candidates> => {
  const samples = Object.entries(await loadSamples()).map(([name, { options }]) => [name, options] as const);
  return { catalogue: await loadCatalogue(), samples: Object.fromEntries(samples), format };
};

/** Lists selections for the components that neither fit the file by position nor nearly fit it. */
const listOthers = (candidates: Candidates, known: ReadonlySet<string>, probed: ProbedFile, timezone: string) => {
  const columns = describeColumns(probed, timezone);
  const isOther = ({ entry }: Trial): boolean => !entry.shape.components.some((component) => known.has(component));
  const others = listTrials(candidates).filter(isOther);
  return [...listSelections(others, columns, probed.count), ...listGraphs(candidates, columns)];
};

const isForAnyText = ({ trial }: Fit): boolean => takesAnyText(trial);

const EVERY_ROW = Number.POSITIVE_INFINITY;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Finds the components that a CSV file fits, each with its endpoint: as the file is, or by a selection of its columns.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE if the file is no table.
 */
export const findFitting = async (bytes: Uint8Array, settings: FitSettings): Promise<Fitting> => {
  const { timezone, maxRows = EVERY_ROW, endsAt = NEVER } = settings;
  const probed = probeFile(bytes, timezone);
  const candidates = await loadCandidates(probed);
  const tried: TriedFile = { bytes, timezone, maxRows, endsAt, validators: await loadValidators() };
  const byPosition = await tryAll(rankTrials(listTrials(candidates), probed.header), tried);
  const fitting = new Set(byPosition.fits.map(({ component }) => component));
  const misfits = new Map([...byPosition.misfits].filter(([component]) => !fitting.has(component)));
  const nearMisses = [...misfits]
    .filter(([, error]) => isNearMiss(error, probed.count))
    .map(([component, error]) => ({ component, error }));
  const known = new Set([...fitting, ...nearMisses.map(({ component }) => component)]);
  const selections = rankSelections(listOthers(candidates, known, probed, timezone));
  const { fits: selected } = await tryAll(selections, tried);
  const typed = byPosition.fits.filter((fit) => !isForAnyText(fit));
  const fits = onceEach([...typed, ...selected, ...byPosition.fits.filter(isForAnyText)]);
  return { probed, fits, nearMisses, misfits };
};
