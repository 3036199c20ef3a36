import { loadSamples } from '../../build/bundling/collect-samples.ts';
import { loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import { drawBody } from '../ask/draw-body.ts';
import type { GalleryEntry } from '../protocol/protocol.ts';

/** Draws every component of the catalogue from its sample body. */
export const drawGallery = async (): Promise<readonly GalleryEntry[]> => {
  const samples = await loadSamples();
  const entries = (await loadCatalogue()).flatMap(({ family, shape }) =>
    shape.components.map(async (component): Promise<readonly GalleryEntry[]> => {
      const body: unknown = JSON.parse(samples[shape.name]?.document ?? 'null');
      const drawn = await drawBody(component, body);
      return 'failure' in drawn ? [] : [{ component, family, shape: shape.name, drawing: drawn.picture }];
    }),
  );
  return (await Promise.all(entries)).flat();
};
