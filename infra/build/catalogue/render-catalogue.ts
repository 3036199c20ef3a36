import { join } from 'node:path';
import { loadCatalogue, openShape } from './load-catalogue.ts';
import { renderIndex } from './render-index.ts';
import { renderShape } from './render-shape.ts';
import { illustrate } from './shape-pictures.ts';

/** Renders each README.md that is generated or has generated tables, by its path from the project's root. */
export const renderCatalogue = async (): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  const sources = await Promise.all(catalogue.map((entry) => illustrate(openShape(entry), catalogue)));
  const { english, chinese } = renderIndex(sources);
  return new Map([
    [join('schemas', 'README.md'), english],
    [join('schemas', 'README.zh-CN.md'), chinese],
    ...sources.map(
      (source) => [join('schemas', source.family, source.shape.name, 'README.md'), renderShape(source)] as const,
    ),
  ]);
};
