import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Column } from '../../../shared/tabular/column.ts';
import { loadCatalogue } from '../../build/load-catalogue.ts';
import { checkData } from '../check-data.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { loadDashboard } from '../load-dashboard.ts';
import { FILE_NAME } from '../read-dashboard-file.ts';
import type { Catalogue } from '../resolve-component.ts';

/** The components that a file fits without a selection, and for the others the reasons why it does not fit. */
export interface Fitting {
  /** Best first: those that read numbers and times come before those that take any text. */
  readonly components: readonly string[];
  /** The first diagnostic of each component that the file does not fit. */
  readonly misfits: ReadonlyMap<string, Diagnostic>;
}

/** The first rows decide whether a component fits. A file is checked as a whole once it is in a dashboard. */
const MAX_BYTES = 256_000;
const LINE_FEED = 10;

const firstRows = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length <= MAX_BYTES) return bytes;
  const end = bytes.lastIndexOf(LINE_FEED, MAX_BYTES);
  return bytes.subarray(0, end === -1 ? MAX_BYTES : end + 1);
};

const slugOf = (index: number): string => `c-${index}`;

/** Writes a dashboard in which every component of one table reads the file. */
const writeTrial = async (folder: string, components: readonly string[], bytes: Uint8Array): Promise<void> => {
  const endpoints = components.map((component, index) => [slugOf(index), { component, csv: 'file.csv' }]);
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'file.csv'), firstRows(bytes));
  await writeFile(join(folder, FILE_NAME), stringify({ dashboard: 'fit', endpoints: Object.fromEntries(endpoints) }));
};

const firstErrors = async (folder: string, catalogue: Catalogue): Promise<ReadonlyMap<string, Diagnostic>> => {
  const dashboard = await loadDashboard(folder, catalogue);
  const found = [...dashboard.errors, ...(await checkData(dashboard))].filter(({ severity }) => severity === 'error');
  return new Map(found.toReversed().flatMap((one) => (one.endpoint === undefined ? [] : [[one.endpoint, one]])));
};

/** Columns of these types take nearly any text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'freeText', 'list', 'numberOrText']);

const isTyped = ({ type }: Column<unknown>): boolean => !TEXTS.has(type);

/** Counts the columns of a type that a text rarely has by chance. A table with a free header takes nearly any file. */
const specificityOf = ({ shape }: Catalogue[number]): number => {
  const { table } = shape.tables;
  return table?.kind === 'fixed' ? Object.values(table.columns).filter(isTyped).length : -1;
};

/**
 * Families in order of preference: those for the most kinds of data come first. Families that are not listed come last.
 */
const FAMILIES = ['line', 'bar', 'pie', 'metric', 'list', 'radar', 'funnel', 'treemap', 'mixed-list', 'map'];

const placeOf = ({ family }: Catalogue[number]): number => {
  const place = FAMILIES.indexOf(family);
  return place === -1 ? FAMILIES.length : place;
};

/** Finds the components that a CSV file fits by the order of its columns. */
export const findFitting = async (bytes: Uint8Array): Promise<Fitting> => {
  const catalogue = (await loadCatalogue()).filter(({ shape }) => Object.keys(shape.tables).join() === 'table');
  const ranked = catalogue.toSorted(
    (one, other) => specificityOf(other) - specificityOf(one) || placeOf(one) - placeOf(other),
  );
  const components = ranked.flatMap(({ shape }) => shape.components);
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-fit-'));
  try {
    await writeTrial(folder, components, bytes);
    const errors = await firstErrors(folder, catalogue);
    const misfits = components.flatMap((component, index) => {
      const error = errors.get(slugOf(index));
      return error === undefined ? [] : [[component, error] as const];
    });
    const unfit = new Map(misfits);
    return { components: components.filter((component) => !unfit.has(component)), misfits: unfit };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
