import { readFile } from 'node:fs/promises';
import { type CatalogueEntry, openShape, sampleFileOf } from '../build/catalogue/load-catalogue.ts';
import { programPath } from '../build/program-files.ts';
import type { NewEndpoint } from './folder-files.ts';
import { freeSlug, slugOf } from './suggestions/slug.ts';

/** The script of a new scripted chart, which draws the series of its sample. */
const SCRIPT = programPath('demo', 'queries', 'sales-rhythm.js');

type Files = Readonly<Record<string, string>>;

const scriptOf = async (family: string, slug: string): Promise<{ readonly keys: object; readonly files: Files }> => {
  if (family !== 'script') return { keys: {}, files: {} };
  const path = `queries/${slug}.js`;
  return { keys: { script: `file:${path}` }, files: { [path]: await readFile(SCRIPT, 'utf8') } };
};

/** Creates an endpoint for a component with the sample of its shape: one CSV file for each table. */
export const createSampleEndpoint = async (
  component: string,
  entry: CatalogueEntry,
  taken: ReadonlySet<string>,
): Promise<NewEndpoint> => {
  const { read, shape, family } = openShape(entry);
  const slug = freeSlug(slugOf(component, 'sample'), taken);
  const tables = Object.keys(shape.tables).flatMap((name) => {
    const text = read(sampleFileOf(name));
    const file = name === 'table' ? `${slug}.csv` : `${slug}-${name}.csv`;
    return text === undefined ? [] : [{ name, file, text }];
  });
  const sources = tables.map(({ name, file }) => (name === 'table' ? ['csv', file] : [name, { csv: file }]));
  const options = JSON.parse(read('options.json') ?? '{}') as object;
  const script = await scriptOf(family, slug);
  return {
    slug,
    definition: {
      component,
      ...Object.fromEntries(sources),
      ...(Object.keys(options).length > 0 && { options }),
      ...script.keys,
    },
    files: { ...Object.fromEntries(tables.map(({ file, text }) => [`data/${file}`, text])), ...script.files },
  };
};
