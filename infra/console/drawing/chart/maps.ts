import { largestOf, smallestOf } from '../../../../schemas/common/charts/format-number.ts';
import { CHINA_GRID, nameOnMap } from '../../../../schemas/common/charts/known-names.ts';
import type { ChartPicture, MapName } from '../../../../schemas/common/charts/picture.ts';
import type { GeoMap } from '../../../dashboard/maps/read-geo-json.ts';
import { registerMap } from './register-charts.ts';

const TILE_GAP = 0.06;

/** Returns a square of the grid. The second coordinate of a map grows to the north. */
const squareAt = (column: number, row: number) => {
  const [west, east] = [column + TILE_GAP, column + 1 - TILE_GAP];
  const [north, south] = [-row - TILE_GAP, -row - 1 + TILE_GAP];
  return [
    [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
      [west, north],
    ],
  ];
};

const provincesMap = (): GeoMap => ({
  type: 'FeatureCollection',
  features: CHINA_GRID.map(([name, column, row]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: squareAt(column, row) },
  })),
});

/** Registers a map for the charts. A new map replaces an earlier map of the same name. */
export const addMap = (name: string, map: GeoMap): void => {
  registerMap(name, map as unknown as Parameters<typeof registerMap>[1]);
};

export interface OwnMap {
  readonly file: string;
  readonly map: GeoMap;
  readonly registered: string;
}

/** By the map that is replaced. */
export type OwnMaps = Readonly<Partial<Record<MapName, OwnMap>>>;

let ownMaps = 0;

/** Provinces get their short names. Each map gets a new name, so that open charts are drawn again. */
export const addOwnMap = (file: string, of: MapName, written: GeoMap): OwnMap => {
  const features = written.features.map((one) => ({
    ...one,
    properties: { name: nameOnMap(of, one.properties.name) },
  }));
  const map: GeoMap = { ...written, features };
  ownMaps += 1;
  const registered = `own-${ownMaps}`;
  addMap(registered, map);
  return { file, map, registered };
};

const WORLD_DEGREES = [180, 100] as const;

const pointsOf = ({ geometry: { type, coordinates } }: GeoMap['features'][number]): readonly (readonly number[])[] =>
  coordinates.flat(type === 'Polygon' ? 1 : 2) as readonly (readonly number[])[];

/** Returns the map that the user's map replaces. A map that covers most of the earth replaces the world map. */
export const replacedBy = ({ features }: GeoMap): MapName => {
  const points = features.flatMap(pointsOf);
  const isWide = WORLD_DEGREES.map((degrees, axis) => {
    const along = points.map((point) => point[axis] ?? 0);
    return largestOf(along) - smallestOf(along) > degrees;
  });
  return isWide.every(Boolean) ? 'world' : 'provinces';
};

/** On larger maps, only regions with a value are labelled. */
const MAX_LABELLED_REGIONS = 40;

type Layer = Readonly<Record<string, object>>;

const redraw = ({ option, map: of }: ChartPicture, { map, registered }: OwnMap): ChartPicture['option'] => {
  const { geo, series } = option as { readonly geo?: readonly Layer[]; readonly series: readonly Layer[] };
  const show = map.features.length <= MAX_LABELLED_REGIONS;
  const layers = geo?.map(({ aspectScale: _, label, ...layer }) => ({
    ...layer,
    map: registered,
    ...(label && { label: { ...label, ...(of === 'provinces' && { show }) } }),
  }));
  return {
    ...option,
    ...(layers && { geo: layers }),
    series: series.map(({ itemPayload, ...one }) => ({
      ...one,
      ...(itemPayload && { itemPayload: { ...itemPayload, map: registered } }),
    })),
  };
};

export const onOwnMap = (picture: ChartPicture, maps: OwnMaps): ChartPicture => {
  const { map: of } = picture;
  const own = of && maps[of];
  if (!own) return picture;
  const known = new Set(own.map.features.map(({ properties }) => properties.name));
  return {
    ...picture,
    option: redraw(picture, own),
    unknownNames: [...new Set(picture.names)].filter((name) => !known.has(nameOnMap(of, name))),
  };
};

addMap('provinces', provincesMap());
