import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Preview } from '../../../schemas/common/charts/picture.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { compiledPath, programPath } from '../../program/program-files.ts';
import { isPackaged } from '../../program/project-root.ts';

export interface CatalogueEntry {
  readonly family: string;
  readonly shape: Shape;
  /** Absolute. */
  readonly folder: string;
}

const schemas = programPath('schemas');

/** Lists `family/shape/shape.ts` in the order of the folders. */
const listShapeFiles = async (family = ''): Promise<readonly string[]> =>
  (await readdir(join(schemas, family), { recursive: true }))
    .map((path) => join(family, path))
    .filter((path) => /^[^/\\]+[/\\][^/\\]+[/\\]shape\.[jt]s$/.test(path))
    .sort((one, other) => (dirname(one) < dirname(other) ? -1 : 1));

const loadEntry = async (path: string): Promise<CatalogueEntry> => {
  const file = join(schemas, path);
  const [family = ''] = path.split(sep);
  const { shape } = (await import(pathToFileURL(file).href)) as { shape?: Shape };
  if (!shape) throw new Error(`${file} exports no 'shape'. Export what defineShape returns.`);
  return { family, shape, folder: dirname(file) };
};

export const isOfOthers = ({ shape }: Pick<CatalogueEntry, 'shape'>): boolean => !shape.id.startsWith('S');

const loadEntries = async (): Promise<readonly CatalogueEntry[]> => {
  const entries = await Promise.all((await listShapeFiles()).map(loadEntry));
  return entries.toSorted((one, other) => Number(isOfOthers(one)) - Number(isOfOthers(other)));
};

let loaded: Promise<readonly CatalogueEntry[]> | undefined;

/** Loads the shapes of all folders once, sorted by family and name. Shapes of other front ends come last. */
export const loadCatalogue = (): Promise<readonly CatalogueEntry[]> => {
  loaded ??= loadEntries();
  return loaded;
};

export const loadShapes = async (...families: readonly string[]): Promise<readonly Shape[]> => {
  const files = (await Promise.all(families.map(listShapeFiles))).flat();
  return (await Promise.all(files.map(loadEntry))).map(({ shape }) => shape);
};

const FILE_NAME = isPackaged ? compiledPath('preview.ts') : 'preview.ts';

/** Loads a preview, which expects a body that the shape's schema accepts. */
export const loadPreview = async ({ folder }: Pick<CatalogueEntry, 'folder'>): Promise<Preview<unknown>> => {
  const file = join(folder, FILE_NAME);
  const { preview } = (await import(pathToFileURL(file).href)) as { preview?: Preview<unknown> };
  if (!preview) throw new Error(`${file} exports no 'preview'. Export a function that turns a body into a picture.`);
  return preview;
};

export const findPreview = async ({
  family,
  shape,
}: Pick<CatalogueEntry, 'family' | 'shape'>): Promise<Preview<unknown> | undefined> => {
  const folder = programPath('schemas', family, shape.name);
  return existsSync(folder) ? loadPreview({ folder }) : undefined;
};

export interface ShapeSource extends CatalogueEntry {
  /** Without a full stop. */
  readonly title: string;
  /** Notes on the body, such as the meaning of its codes. */
  readonly description: string | undefined;
  /** Undefined if there is no such file. */
  readonly read: (file: string) => string | undefined;
}

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
