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

/** Lists the shapes' files `family/shape/shape.ts`, in the order of the folders. */
const listShapeFiles = async (): Promise<readonly string[]> =>
  (await readdir(schemas, { recursive: true }))
    .filter((path) => /^[^/\\]+[/\\][^/\\]+[/\\]shape\.[jt]s$/.test(path))
    .sort((one, other) => (dirname(one) < dirname(other) ? -1 : 1));

const loadEntry = async (path: string): Promise<CatalogueEntry> => {
  const file = join(schemas, path);
  const [family = ''] = path.split(sep);
  const { shape } = (await import(pathToFileURL(file).href)) as { shape?: Shape };
  if (!shape) throw new Error(`${file} exports no 'shape'. Export what defineShape returns.`);
  return { family, shape, folder: dirname(file) };
};

/** Loads every shape that has a folder, sorted by family and name. */
export const loadCatalogue = async (): Promise<readonly CatalogueEntry[]> =>
  Promise.all((await listShapeFiles()).map(loadEntry));
