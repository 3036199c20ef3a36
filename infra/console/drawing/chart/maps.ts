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

/** A map that the user has supplied. */
export interface OwnMap {
  /** The file name of the map. */
  readonly file: string;
  readonly map: GeoMap;
  /** The name under which the map is registered for the charts. */
  readonly registered: string;
}

/** The user's own maps, by the map that they replace. */
export type OwnMaps = Readonly<Partial<Record<MapName, OwnMap>>>;

let ownMaps = 0;

/**
 * Registers the user's map for the charts, with provinces by their short names. Each map gets a new name, so that open
 * charts are drawn again.
 */
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

/** Minimum extent of a world map in degrees, from west to east and from south to north. */
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

/** Maximum number of regions that are all labelled. On larger maps, only regions with a value are labelled. */
const MAX_LABELLED_REGIONS = 40;

type Layer = Readonly<Record<string, object>>;

/** Returns the option of a picture with its layers and globes on the user's map. */
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

/** Puts a picture on the user's map if the user has replaced the picture's own map. Returns other pictures unchanged. */
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
