import { geoArea, geoCentroid, geoGraticule10, geoOrthographic, geoPath } from 'd3-geo';
import { getMap, registerCustomSeries } from 'echarts/core';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import type { Globe } from '../../../schemas/common/charts/depth.ts';
import { placeOf, type RenderItem } from './depth.ts';

const HALF_SPHERE = 2 * Math.PI;

/** Turns a polygon so that its inside is the smaller part of the sphere, as d3-geo expects. */
const rewind = (rings: Position[][]): Position[][] =>
  geoArea({ type: 'Polygon', coordinates: rings }) > HALF_SPHERE ? rings.map((ring) => ring.toReversed()) : rings;

const rewindAll = ({ features }: FeatureCollection<Polygon | MultiPolygon>): FeatureCollection => ({
  type: 'FeatureCollection',
  features: features.map(({ geometry, ...feature }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return { ...feature, geometry: { type: 'MultiPolygon', coordinates: polygons.map(rewind) } };
  }),
});

const rewound = new WeakMap<object, FeatureCollection>();

/** Returns a registered map of the world in the form of d3-geo, which is made once. */
const worldOf = (name: string): FeatureCollection => {
  const map = getMap(name).geoJSON as unknown as FeatureCollection<Polygon | MultiPolygon>;
  const known = rewound.get(map) ?? rewindAll(map);
  rewound.set(map, known);
  return known;
};

/** The place that a globe without countries shows, and how far it may turn to the north or south, in degrees. */
const USUAL_CENTER: Position = [105, 20];
const MAX_TILT = 35;

/** Returns the turn of the globe that brings the countries to the front. */
const turnTo = (features: FeatureCollection['features']): [number, number] => {
  const [east = 0, north = 0] =
    features.length > 0 ? geoCentroid({ type: 'FeatureCollection', features }) : USUAL_CENTER;
  return [-east, -Math.min(Math.max(north, -MAX_TILT), MAX_TILT)];
};

const OCEAN = '#1d3f72';
const LAND = '#5f7698';
const BORDER = '#1d3f72';
const GRID = 'rgba(255,255,255,0.12)';

type Feature = FeatureCollection['features'][number];

const nameOf = ({ properties }: Feature): string => String(properties?.name);

/** Returns the parts of a globe from back to front, with their styles. */
const partsOf = (features: readonly Feature[], colors: Globe['colors']) => [
  { object: { type: 'Sphere' as const }, style: { fill: OCEAN } },
  ...features.map((object) => ({
    object,
    style: { fill: colors[nameOf(object)] ?? LAND, stroke: BORDER, lineWidth: 0.5 },
  })),
  { object: geoGraticule10(), style: { fill: 'none', stroke: GRID, lineWidth: 0.5 } },
];

/** Draws a still globe. The payload has the colours of its countries. Parts on the other side have no path. */
const drawGlobe: RenderItem = ({ itemPayload }, api) => {
  const { colors, map = 'world' } = itemPayload as unknown as Globe;
  const { x, y, radius } = placeOf(api, itemPayload);
  const { features } = worldOf(map);
  const turn = turnTo(features.filter((one) => Object.hasOwn(colors, nameOf(one))));
  const path = geoPath(geoOrthographic().translate([x, y]).scale(radius).rotate(turn));
  const children = partsOf(features, colors).flatMap(({ object, style }) => {
    const pathData = path(object);
    return pathData === null ? [] : [{ type: 'path' as const, shape: { pathData }, style }];
  });
  return { type: 'group', children };
};

/** Registers the globe, so that the option of a picture may name it and stays plain data. */
export const registerGlobe = (): void => registerCustomSeries('globe', drawGlobe);
