import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Preview } from '../../schemas/common/charts/picture.ts';
import type { CatalogueEntry } from './load-catalogue.ts';
import { isPackaged, projectRoot } from './project-root.ts';

const FILE_NAME = isPackaged ? 'preview.js' : 'preview.ts';

/** Loads the preview of a shape from its folder. A preview expects a body that the shape's schema accepts. */
export const loadPreview = async ({ folder }: Pick<CatalogueEntry, 'folder'>): Promise<Preview<unknown>> => {
  const file = join(folder, FILE_NAME);
  const { preview } = (await import(pathToFileURL(file).href)) as { preview?: Preview<unknown> };
  if (!preview) throw new Error(`${file} exports no 'preview'. Export a function that turns a body into a picture.`);
  return preview;
};

/** Loads the preview of a shape by its family and name; undefined if it is not in the catalogue. */
export const findPreview = async ({
  family,
  shape,
}: Pick<CatalogueEntry, 'family' | 'shape'>): Promise<Preview<unknown> | undefined> => {
  const folder = join(projectRoot, 'schemas', family, shape.name);
  return existsSync(folder) ? loadPreview({ folder }) : undefined;
};
