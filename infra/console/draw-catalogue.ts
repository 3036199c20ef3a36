import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setPlatformAPI } from 'echarts/core';
import { loadCatalogue, openShape } from '../build/catalogue/load-catalogue.ts';
import { illustrate } from '../build/catalogue/shape-pictures.ts';
import type { GeoMap } from '../dashboard/maps/read-geo-json.ts';
import { addMap } from './drawing/chart/maps.ts';
import { drawDocument } from './drawing/picture/draw-document.ts';
import { measureText } from './drawing/text.ts';

const FILE = fileURLToPath(import.meta.resolve('@surbowl/world-geo-json-zh'));

const PAGE_STEP_DEGREES = 0.01;

/** For a ring that encloses an area. The last point repeats the first. */
const MIN_RING_POINTS = 4;

type Point = readonly [number, number];
type Polygon = readonly (readonly Point[])[];

const polygonsOf = ({ type, coordinates }: GeoMap['features'][number]['geometry']): readonly Polygon[] =>
  (type === 'Polygon' ? [coordinates] : coordinates) as readonly Polygon[];

const roundRing = (ring: readonly Point[], step: number): readonly Point[] => {
  const round = (degrees: number): number => Number((Math.round(degrees / step) * step).toFixed(2));
  const rounded = ring.map(([x, y]) => [round(x), round(y)] as const);
  return rounded.filter(([x, y], index) => x !== rounded[index - 1]?.[0] || y !== rounded[index - 1]?.[1]);
};

const roundPolygon = (polygon: Polygon, step: number): Polygon =>
  polygon.map((ring) => roundRing(ring, step)).filter(({ length }) => length >= MIN_RING_POINTS);

/**
 * Reads the world's countries and regions with their Chinese names.
 * @param step the grid of the coordinates, in degrees. On a coarse grid, small islands vanish.
 */
export const readWorldMap = async (step = PAGE_STEP_DEGREES): Promise<GeoMap> => {
  const { features } = JSON.parse(await readFile(FILE, 'utf8')) as GeoMap;
  const rounded = features.map(({ properties: { name }, geometry }) => ({
    type: 'Feature' as const,
    properties: { name },
    geometry: {
      type: 'MultiPolygon',
      coordinates: polygonsOf(geometry)
        .map((polygon) => roundPolygon(polygon, step))
        .filter(({ length }) => length > 0),
    },
  }));
  return {
    type: 'FeatureCollection',
    features: rounded.filter(({ geometry }) => geometry.coordinates.length > 0),
  };
};

/** Grid of the coordinates for small pictures, on which one degree is about one pixel. */
const STEP_DEGREES = 1.5;

/** Returns the text of each SVG by its path from the project's root. */
export const drawCatalogue = async (): Promise<ReadonlyMap<string, string>> => {
  // Without a browser, ECharts takes texts for narrower than they are.
  setPlatformAPI({
    measureText: (text, font = '') => ({
      width: measureText(text, Number.parseFloat(/[\d.]+(?=px)/.exec(font)?.[0] ?? '12')),
    }),
  });
  addMap('world', await readWorldMap(STEP_DEGREES));
  const catalogue = await loadCatalogue();
  const sources = await Promise.all(catalogue.map((entry) => illustrate(openShape(entry), catalogue)));
  return new Map(
    sources.flatMap(({ family, shape, pictures }) =>
      pictures.map(({ file, components, picture }) => {
        const svg = drawDocument(picture, { title: components.join(', ') });
        return [join('schemas', family, shape.name, file), svg] as const;
      }),
    ),
  );
};
