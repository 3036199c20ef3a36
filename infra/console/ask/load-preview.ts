import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Preview } from '../../../schemas/common/charts/picture.ts';
import { type CatalogueEntry, loadCatalogue } from '../../build/load-catalogue.ts';
import { isPackaged } from '../../build/project-root.ts';

const FILE_NAME = isPackaged ? 'preview.js' : 'preview.ts';

/** Loads the preview of a shape from its folder; undefined if it has none. */
export const loadPreview = async ({ folder }: CatalogueEntry): Promise<Preview<unknown> | undefined> => {
  const file = join(folder, FILE_NAME);
  if (!existsSync(file)) return undefined;
  const { preview } = (await import(pathToFileURL(file).href)) as { preview?: Preview<unknown> };
  return preview;
};

/** Finds the catalogue's entry of a component. */
export const findEntry = async (component: string): Promise<CatalogueEntry | undefined> =>
  (await loadCatalogue()).find(({ shape }) => shape.components.includes(component));
