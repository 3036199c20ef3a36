import { basename, extname } from 'node:path';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { defineEndpoint, writeEndpointLines } from '../../dashboard/fit/endpoint-lines.ts';
import { type Fitting, findFitting } from '../../dashboard/fit/find-fitting.ts';
import { freeSlug, slugOf } from '../../dashboard/init/slug.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { collectRows } from '../files/collect-rows.ts';
import { layOutTable } from '../files/lay-out-table.ts';
import type { Fit, FitResult, ProblemView } from '../protocol.ts';

/** A file that was dropped on the page or chosen in data/. */
export interface GivenFile {
  /** The path of a file below data/, or the name of a dropped file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The dashboard for which fitting components are listed. */
export type FittedDashboard = Pick<LoadedDashboard, 'timezone' | 'checked'>;

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

const describe = (given: GivenFile, fitting: Fitting, slug: string): FitResult => {
  const { probed, fits, nearMisses } = fitting;
  const describeFit = ({ component, family, trial, picture, isSelected }: Fitting['fits'][number]): Fit => {
    const lines = writeEndpointLines(slug, defineEndpoint(component, given.name, trial));
    return { component, family, drawing: picture, lines, selected: isSelected };
  };
  return {
    file: given.name,
    header: probed.header,
    rows: probed.count,
    fits: fits.map(describeFit),
    misses: nearMisses.map(({ component, error }) => ({ component, problem: explain(given, fitting, error) })),
  };
};

/**
 * Finds the components that a file fits, either by position or by a selection of its columns. Also lists the components
 * that it would fit if a few cells were corrected.
 */
export const fitFile = async (given: GivenFile, { timezone, checked }: FittedDashboard): Promise<FitResult> => {
  const taken = new Set(checked.map(({ slug }) => slug));
  const slug = freeSlug(slugOf(basename(given.name, extname(given.name)), 'table'), taken);
  try {
    return describe(given, await findFitting(given.bytes, { timezone }), slug);
  } catch (error) {
    if (error instanceof WallfeedError) return unreadable(given, error);
    throw error;
  }
};
