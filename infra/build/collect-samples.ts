import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Samples, ShapeSample } from '../../shared/function/samples.ts';
import { type CatalogueEntry, loadCatalogue } from './load-catalogue.ts';
import { projectRoot } from './project-root.ts';

/** Returns the table of a sample file: `table` for `sample.csv`, and `<table>` for `sample.<table>.csv`. */
const fileOf = (table: string): string => (table === 'table' ? 'sample.csv' : `sample.${table}.csv`);

export interface CollectedSamples {
  readonly samples: Samples;
  /** The sample files, as paths from the project's root. */
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
