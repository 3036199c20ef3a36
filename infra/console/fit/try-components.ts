import type { Picture } from '../../../schemas/common/charts/picture.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { drawBody } from '../ask/draw-body.ts';
import { collectRows } from '../files/collect-rows.ts';
import { layOutTable } from '../files/lay-out-table.ts';
import type { Fit, FitMiss, ProblemView } from '../protocol.ts';
import { writeEndpointLines } from './endpoint-lines.ts';
import { isNearMiss } from './is-near-miss.ts';
import type { ProbedFile } from './probe-file.ts';
import { runTrial, type Trial, type TriedFile } from './trial.ts';

/** A file that was dropped on the page or chosen in data/. */
export interface GivenFile {
  /** Its path from data/, or its name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file of a try, and the name of the endpoint that its lines define. */
export interface Try {
  readonly given: GivenFile;
  readonly probed: ProbedFile;
  readonly tried: TriedFile;
  readonly slug: string;
}

export interface Tries {
  readonly fits: readonly Fit[];
  readonly misses: readonly FitMiss[];
}

const explain = ({ given, probed }: Try, { code, message, details }: WallfeedError): ProblemView => {
  const table = layOutTable(given.name, collectRows(given.bytes, probed.format, details), details);
  return { error: code, sentence: message, details, tables: table ? [table] : [] };
};

/** True for a map that knows none of the names. */
const isOffTheMap = (picture: Picture): boolean =>
  picture.kind === 'chart' && picture.map !== undefined && picture.unknownNames?.length === picture.names.length;

const drawFits = async (trial: Trial, body: unknown, { given, slug }: Try): Promise<readonly Fit[]> => {
  const { family, shape } = trial.entry;
  const fits = shape.components.map(async (component): Promise<readonly Fit[]> => {
    const drawn = await drawBody(component, body);
    if ('failure' in drawn || isOffTheMap(drawn.picture)) return [];
    const lines = writeEndpointLines(slug, component, given.name, trial);
    return [{ component, family, drawing: drawn.picture, lines, selected: trial.selection !== undefined }];
  });
  return (await Promise.all(fits)).flat();
};

/** Keeps the first one of each component: several options may make it fit. */
const onceEach = <One extends { readonly component: string }>(all: readonly One[]): readonly One[] =>
  [...new Map(all.toReversed().map((one) => [one.component, one])).values()].reverse();

/** Tries each of the trials. Near misses count only where the columns are taken by position. */
export const tryComponents = async (trials: readonly Trial[], attempt: Try): Promise<Tries> => {
  const fits: Fit[] = [];
  const misses: FitMiss[] = [];
  for (const trial of trials) {
    const result = runTrial(trial, attempt.tried);
    if ('body' in result) fits.push(...(await drawFits(trial, result.body, attempt)));
    else if (!trial.selection && isNearMiss(result.error, attempt.probed.count)) {
      const problem = explain(attempt, result.error);
      misses.push(...trial.entry.shape.components.map((component) => ({ component, problem })));
    }
  }
  const fitting = new Set(fits.map(({ component }) => component));
  return { fits: onceEach(fits), misses: onceEach(misses).filter(({ component }) => !fitting.has(component)) };
};
