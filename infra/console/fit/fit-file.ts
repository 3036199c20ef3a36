import { plainName } from '../../../shared/catalogue/nearest-names.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { loadCatalogue } from '../../build/load-catalogue.ts';
import { loadValidators } from '../../build/validators.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { loadSamples } from '../load-samples.ts';
import type { FitResult } from '../protocol.ts';
import { describeColumns } from './describe-columns.ts';
import { createSlug } from './endpoint-lines.ts';
import { listSelections, listTrials } from './list-trials.ts';
import { type ProbedFile, probeFile } from './probe-file.ts';
import type { Trial } from './trial.ts';
import { type GivenFile, type Tries, type Try, tryComponents } from './try-components.ts';

/** The dashboard for which components are sought. */
export type FittedDashboard = Pick<LoadedDashboard, 'timezone' | 'checked'>;

const isFree = ({ entry, table }: Trial): boolean => entry.shape.tables[table]?.kind === 'free';

/** Ranks a trial: the more of its columns have the file's own names, the earlier it stands. */
const rankOf = ({ entry, table }: Trial, header: readonly string[]): number => {
  const definition = entry.shape.tables[table];
  const names = new Set(header.map(plainName));
  if (definition?.kind !== 'fixed') return 0;
  return Object.keys(definition.columns).filter((column) => names.has(plainName(column))).length;
};

const loadTrials = async ({ format, header }: ProbedFile): Promise<readonly Trial[]> => {
  const samples = Object.entries(await loadSamples()).map(([name, { options }]) => [name, options] as const);
  const trials = listTrials(await loadCatalogue(), Object.fromEntries(samples), format);
  return trials.toSorted((a, b) => rankOf(b, header) - rankOf(a, header));
};

/** Tries selections for the components that the file neither fits nor nearly fits as it is. */
const trySelections = (trials: readonly Trial[], known: Tries, attempt: Try): Promise<Tries> => {
  const found = new Set([...known.fits, ...known.misses].map(({ component }) => component));
  const others = trials.filter(({ entry }) => !entry.shape.components.some((component) => found.has(component)));
  const columns = describeColumns(attempt.probed, attempt.tried.timezone);
  return tryComponents(listSelections(others, columns, attempt.probed.count), attempt);
};

const fitProbed = async (given: GivenFile, probed: ProbedFile, dashboard: FittedDashboard): Promise<FitResult> => {
  const { timezone, checked } = dashboard;
  const trials = await loadTrials(probed);
  const tried = { bytes: given.bytes, timezone, validators: await loadValidators() };
  const slug = createSlug(given.name, new Set(checked.map((one) => one.slug)));
  const attempt: Try = { given, probed, tried, slug };
  const fixed = await tryComponents(
    trials.filter((trial) => !isFree(trial)),
    attempt,
  );
  const selected = await trySelections(trials, fixed, attempt);
  const free = await tryComponents(trials.filter(isFree), attempt);
  return {
    file: given.name,
    header: probed.header,
    rows: probed.count,
    fits: [fixed, selected, free].flatMap(({ fits }) => fits),
    misses: [fixed, free].flatMap(({ misses }) => misses),
  };
};

const unreadable = ({ name }: GivenFile, { code, message, details }: WallfeedError): FitResult => {
  const problem = { error: code, sentence: message, details, tables: [] };
  return { file: name, header: [], rows: 0, fits: [], misses: [], problem };
};

/**
 * Finds the components that a file fits: as it is, or by a selection of its columns. Lists those that it would fit but for
 * some cells.
 */
export const fitFile = async (given: GivenFile, dashboard: FittedDashboard): Promise<FitResult> => {
  try {
    return await fitProbed(given, probeFile(given.bytes), dashboard);
  } catch (error) {
    if (error instanceof WallfeedError) return unreadable(given, error);
    throw error;
  }
};
