import type { MapName } from '../../../schemas/common/charts/picture.ts';

/** Number of encoded steps in one degree, unless the file says otherwise. */
const USUAL_SCALE = 1024;

const MAX_DEPTH = 2;

type Point = readonly [x: number, y: number];

const signed = (code: number): number => (code >> 1) ^ -(code & 1);

/** Decodes a ring: each pair of characters is a step from the point before. */
const decodeRing = (text: string, [startX = 0, startY = 0]: readonly number[], scale: number): readonly Point[] => {
  let [x, y] = [startX, startY];
  return Array.from({ length: Math.floor(text.length / 2) }, (_, index): Point => {
    x += signed(text.charCodeAt(index * 2) - 64);
    y += signed(text.charCodeAt(index * 2 + 1) - 64);
    return [x / scale, y / scale];
  });
};

/**
 * Returns the coordinates of an area, decoded if ECharts has encoded them (UTF8Encoding): each text becomes a ring. The
 * entry of `offsets` with the same index is the start of the ring.
 */
const decodeCoordinates = (value: unknown, offsets: unknown, scale: unknown, depth = MAX_DEPTH): unknown => {
  if (typeof value === 'string')
    return decodeRing(value, Array.isArray(offsets) ? offsets : [], Number(scale) || USUAL_SCALE);
  if (!Array.isArray(value) || depth === 0) return value;
  return value.map((one, index) => decodeCoordinates(one, Object(offsets)[index], scale, depth - 1));
};

/** The folder of the owner's maps, and its files by the map that they replace. */
export const MAPS_FOLDER = 'maps';
export const MAP_FILES: Readonly<Record<MapName, string>> = { provinces: 'china.json', world: 'world.json' };

/** Size of the largest map that a browser draws fast enough. */
export const MAX_MAP_BYTES = 8_000_000;

/** A map as GeoJSON; `name` of a feature's properties is the name of the region. */
export interface GeoMap {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly name: string };
    readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] };
  }[];
}

export type MapFault = 'notJson' | 'topology' | 'notCollection' | 'nameless' | 'withoutAreas';

export interface MapRefusal {
  readonly fault: MapFault;
  readonly found: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Feature = GeoMap['features'][number];

const MAX_FOUND_PROPERTIES = 8;

const AREAS: ReadonlySet<unknown> = new Set(['Polygon', 'MultiPolygon']);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const isPoint = (value: unknown): boolean => Array.isArray(value) && value.length >= 2 && value.every(Number.isFinite);

/** True for nested lists of points. A polygon has the depth 2: a list of rings, which are lists of points. */
const isNested = (value: unknown, depth: number): boolean =>
  depth === 0
    ? isPoint(value)
    : Array.isArray(value) && value.length > 0 && value.every((one) => isNested(one, depth - 1));

const isArea = ({ type, coordinates }: Fields): boolean =>
  AREAS.has(type) && isNested(coordinates, type === 'Polygon' ? 2 : 3);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
};

/** Features without an area, such as capitals, are left out. */
const readFeature = (value: unknown, scale: unknown): readonly Feature[] => {
  const { properties, geometry } = fieldsOf(value);
  const { type, coordinates: written, encodeOffsets } = fieldsOf(geometry);
  const coordinates = decodeCoordinates(written, encodeOffsets, scale);
  if (!isArea({ type, coordinates })) return [];
  const { name } = fieldsOf(properties);
  return [
    {
      type: 'Feature',
      properties: { name: typeof name === 'string' ? name : '' },
      geometry: { type: type as string, coordinates: coordinates as readonly unknown[] },
    },
  ];
};

const propertiesOf = (features: readonly unknown[]): string => {
  const names = Object.keys(fieldsOf(fieldsOf(features[0]).properties));
  return names.slice(0, MAX_FOUND_PROPERTIES).join(', ');
};

export const readGeoJson = (text: string): GeoMap | MapRefusal => {
  const document = parse(text);
  if (document === undefined) return { fault: 'notJson', found: '' };
  const { type, features, UTF8Scale: scale } = fieldsOf(document);
  if (type === 'Topology') return { fault: 'topology', found: '' };
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    return { fault: 'notCollection', found: typeof type === 'string' ? type : '' };
  const read = features.flatMap((feature) => readFeature(feature, scale));
  if (read.length === 0) return { fault: 'withoutAreas', found: '' };
  if (read.every(({ properties: { name } }) => name === ''))
    return { fault: 'nameless', found: propertiesOf(features) };
  return { type: 'FeatureCollection', features: read };
};
