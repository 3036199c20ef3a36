import { readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Shape } from '../../shared/catalogue/shape.ts';
import { projectRoot } from './project-root.ts';

export interface CatalogueEntry {
  readonly family: string;
  readonly shape: Shape;
  /** The shape's folder, absolute. */
  readonly folder: string;
}

const schemas = join(projectRoot, 'schemas');

/** The shape folders, `family/shape` each, in the order of their names. */
const listShapeFolders = async (): Promise<readonly string[]> =>
  (await readdir(schemas, { recursive: true }))
    .filter((path) => /^[^/\\]+[/\\][^/\\]+[/\\]shape\.ts$/.test(path))
    .map(dirname)
    .sort();

const loadEntry = async (path: string): Promise<CatalogueEntry> => {
  const folder = join(schemas, path);
  const [family = ''] = path.split(sep);
  const { shape } = (await import(pathToFileURL(join(folder, 'shape.ts')).href)) as { shape?: Shape };
  if (!shape) throw new Error(`${join(folder, 'shape.ts')} exports no 'shape'. Export what defineShape returns.`);
  return { family, shape, folder };
};

/** Every shape that has a folder, sorted by family and name. */
export const loadCatalogue = async (): Promise<readonly CatalogueEntry[]> =>
  Promise.all((await listShapeFolders()).map(loadEntry));
