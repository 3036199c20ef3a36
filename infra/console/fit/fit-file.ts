import { plainName } from '../../../shared/catalogue/nearest-names.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { type CatalogueEntry, loadCatalogue } from '../../build/load-catalogue.ts';
import { loadValidators } from '../../build/validators.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { drawBody } from '../ask/draw-body.ts';
import { collectRows } from '../files/collect-rows.ts';
import { layOutTable } from '../files/lay-out-table.ts';
import { loadSamples } from '../load-samples.ts';
import type { Fit, FitMiss, FitResult, ProblemView } from '../protocol.ts';
import { createSlug, writeEndpointLines } from './endpoint-lines.ts';
import { isNearMiss } from './is-near-miss.ts';
import { listTrials } from './list-trials.ts';
import { type ProbedFile, probeFile } from './probe-file.ts';
import { runTrial, type Trial, type TriedFile } from './trial.ts';

/** A file that was dropped on the page or chosen in data/. */
export interface GivenFile {
  /** Its path from data/, or its name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const explain = (
  { name, bytes }: GivenFile,
  { code, message, details }: WallfeedError,
  { format }: ProbedFile,
): ProblemView => {
  const table = layOutTable(name, collectRows(bytes, format, details), details);
  return { error: code, sentence: message, details, tables: table ? [table] : [] };
};

/** Ranks a trial: fixed columns before free ones, columns with the file's own names first. */
const rankOf = ({ entry, table }: Trial, header: readonly string[]): number => {
  const definition = entry.shape.tables[table];
  if (definition?.kind !== 'fixed') return -1;
  const names = new Set(header.map(plainName));
  return Object.keys(definition.columns).filter((column) => names.has(plainName(column))).length;
};

const drawFits = async (trial: Trial, body: unknown, file: string, slug: string): Promise<readonly Fit[]> => {
  const { family, shape } = trial.entry;
  const fits = shape.components.map(async (component): Promise<readonly Fit[]> => {
    const drawn = await drawBody(component, body);
    if ('failure' in drawn) return [];
    const lines = writeEndpointLines(slug, component, file, trial);
    return [{ component, family, drawing: drawn.picture, lines, selected: false }];
  });
  return (await Promise.all(fits)).flat();
};

const unreadable = (name: string, error: unknown): FitResult => {
  if (!(error instanceof WallfeedError)) throw error;
  const { code, message, details } = error;
  return {
    file: name,
    header: [],
    rows: 0,
    fits: [],
    misses: [],
    problem: { error: code, sentence: message, details, tables: [] },
  };
};

/** A component fits once, though several options may make it fit. */
const onceEach = <One extends { readonly component: string }>(all: readonly One[]): readonly One[] =>
  [...new Map(all.toReversed().map((one) => [one.component, one])).values()].reverse();

const samplesOf = async (): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> =>
  Object.fromEntries(Object.entries(await loadSamples()).map(([name, { options }]) => [name, options]));

const tryAll = async (
  trials: readonly Trial[],
  tried: TriedFile,
  given: GivenFile,
  probed: ProbedFile,
  slug: string,
) => {
  const fits: Fit[] = [];
  const misses: FitMiss[] = [];
  for (const trial of trials) {
    const result = runTrial(trial, tried);
    if ('body' in result) fits.push(...(await drawFits(trial, result.body, given.name, slug)));
    else if (isNearMiss(result.error, probed.count)) {
      const problem = explain(given, result.error, probed);
      misses.push(...trial.entry.shape.components.map((component) => ({ component, problem })));
    }
  }
  return { fits: onceEach(fits), misses: onceEach(misses) };
};

/** Finds the components that a file fits as it is, and those that it would fit but for some cells. */
export const fitFile = async (
  given: GivenFile,
  { timezone, checked }: Pick<LoadedDashboard, 'timezone' | 'checked'>,
): Promise<FitResult> => {
  let probed: ProbedFile;
  try {
    probed = probeFile(given.bytes);
  } catch (error) {
    return unreadable(given.name, error);
  }
  const { header, count, format } = probed;
  const catalogue: readonly CatalogueEntry[] = await loadCatalogue();
  const trials = listTrials(catalogue, await samplesOf(), format);
  const ranked = trials.toSorted((a, b) => rankOf(b, header) - rankOf(a, header));
  const tried: TriedFile = { bytes: given.bytes, timezone, validators: await loadValidators() };
  const slug = createSlug(given.name, new Set(checked.map((one) => one.slug)));
  const { fits, misses } = await tryAll(ranked, tried, given, probed, slug);
  const fitting = new Set(fits.map(({ component }) => component));
  return {
    file: given.name,
    header,
    rows: count,
    fits,
    misses: misses.filter(({ component }) => !fitting.has(component)),
  };
};
