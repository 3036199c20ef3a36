import { join } from 'node:path';
import { illustrate } from '../build/catalogue/shape-pictures.ts';
import { openShape } from '../build/catalogue/shape-source.ts';
import { loadCatalogue } from '../build/load-catalogue.ts';
import { addMap } from './drawing/maps.ts';
import { drawSvg } from './drawing/svg/draw-svg.ts';
import { readWorldMap } from './read-world-map.ts';

/** Grid of the coordinates for small pictures, on which one degree is about one pixel. */
const STEP_DEGREES = 1.5;

/** Draws the samples of all shapes. Returns the text of each SVG by its path from the project's root. */
export const drawCatalogue = async (): Promise<ReadonlyMap<string, string>> => {
  addMap('world', await readWorldMap(STEP_DEGREES));
  const catalogue = await loadCatalogue();
  const sources = await Promise.all(catalogue.map((entry) => illustrate(openShape(entry), catalogue)));
  return new Map(
    sources.flatMap(({ family, shape, pictures }) =>
      pictures.map(({ file, components, picture }) => {
        const svg = drawSvg(picture, { title: components.join(', ') });
        return [join('schemas', family, shape.name, file), svg] as const;
      }),
    ),
  );
};
