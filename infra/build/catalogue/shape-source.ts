import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEntry } from '../load-catalogue.ts';

/** The files of a shape's folder that its documentation quotes. */
export interface ShapeSource extends CatalogueEntry {
  /** The title of the schema, without its full stop. */
  readonly title: string;
  /** Notes on the body, such as the meaning of its codes. */
  readonly description: string | undefined;
  /** Returns the text of a file; undefined if there is none. */
  readonly read: (file: string) => string | undefined;
}

/** Reads the folder of a catalogue entry. */
export const openShape = (entry: CatalogueEntry): ShapeSource => {
  const read = (file: string): string | undefined => {
    const path = join(entry.folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const { title, description } = JSON.parse(read('schema.json') ?? '{}') as Partial<Record<string, string>>;
  return { ...entry, title: title ?? '', description, read };
};

/** Returns the name of a sample table's file: `sample.csv`, or `sample.<table>.csv` if there are several. */
export const sampleFileOf = (table: string): string => (table === 'table' ? 'sample.csv' : `sample.${table}.csv`);
