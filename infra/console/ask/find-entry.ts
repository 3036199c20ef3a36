import { type CatalogueEntry, loadCatalogue } from '../../build/load-catalogue.ts';

/** Finds the catalogue's entry of a component. */
export const findEntry = async (component: string): Promise<CatalogueEntry | undefined> =>
  (await loadCatalogue()).find(({ shape }) => shape.components.includes(component));
