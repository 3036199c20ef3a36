import { join } from 'node:path';
import { loadCatalogue } from '../load-catalogue.ts';
import { renderIndex } from './render-index.ts';
import { renderShape } from './render-shape.ts';
import { illustrate } from './shape-pictures.ts';
import { openShape } from './shape-source.ts';

/** Returns the text of every generated README.md, by its path from the project's root. */
export const renderCatalogue = async (): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  const sources = await Promise.all(catalogue.map((entry) => illustrate(openShape(entry), catalogue)));
  return new Map([
    [join('schemas', 'README.md'), renderIndex(sources)],
    ...sources.map(
      (source) => [join('schemas', source.family, source.shape.name, 'README.md'), renderShape(source)] as const,
    ),
  ]);
};
