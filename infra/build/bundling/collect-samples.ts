import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
// Only builds read CSV with csv-parse, for the samples. Functions read CSV with the scanner of shared/csv.
import { parse } from 'csv-parse/sync';
import type { Samples, ShapeSample } from '../../../shared/function/samples.ts';
import { clonePath, programPath } from '../../program/program-files.ts';
import { isPackaged, projectRoot } from '../../program/project-root.ts';
import { type CatalogueEntry, loadCatalogue } from '../catalogue/load-catalogue.ts';

export const listFunctions = async (): Promise<readonly string[]> =>
  (await readdir(isPackaged ? programPath('functions') : clonePath('functions'), { recursive: true }))
    .filter((path) => /^[^/\\]+[/\\](?:handler\.ts|index\.mjs)$/.test(path))
    .map(dirname)
    .sort();

const fileOf = (table: string): string => (table === 'table' ? 'sample.csv' : `sample.${table}.csv`);

interface CollectedSamples {
  readonly samples: Samples;
  readonly inputs: readonly string[];
}

const collectSample = async ({ shape, folder }: CatalogueEntry) => {
  const inputs: string[] = [];
  const read = async (file: string): Promise<string | undefined> => {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) inputs.push(relative(projectRoot, path));
    return text;
  };
  const tables: Record<string, string[][]> = {};
  for (const table of Object.keys(shape.tables)) {
    const text = await read(fileOf(table));
    if (text !== undefined) tables[table] = parse(text, { relax_column_count: true });
  }
  const options = JSON.parse((await read('options.json')) ?? '{}');
  const document = JSON.stringify(JSON.parse((await read('sample.json')) ?? '{}'));
  return { name: shape.name, sample: { options, tables, document } satisfies ShapeSample, inputs };
};

/** Collects the samples of a family's shapes. Its function runs them once during INIT to warm up its code. */
export const collectSamples = async (family: string): Promise<CollectedSamples> => {
  const shapes = (await loadCatalogue()).filter((entry) => entry.family === family);
  const collected = await Promise.all(shapes.map(collectSample));
  return {
    samples: Object.fromEntries(collected.map(({ name, sample }) => [name, sample])),
    inputs: collected.flatMap(({ inputs }) => inputs),
  };
};

export const loadSamples = async (): Promise<Samples> => {
  const families = await listFunctions();
  const collected = await Promise.all(families.map(collectSamples));
  return Object.assign({}, ...collected.map(({ samples }) => samples));
};
