import { CHINA_GRID } from '../../../schemas/common/charts/known-names.ts';
import type { ChartPicture } from '../../../schemas/common/charts/picture.ts';
import { shortProvince } from '../../../schemas/common/provinces.ts';
import type { GeoMap } from '../../dashboard/maps/read-geo-json.ts';
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

/** Returns China's provinces as squares on a grid. */
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

/** A map that the reader has supplied. */
export interface OwnMap {
  /** The file name of the map. */
  readonly file: string;
  readonly map: GeoMap;
  /** The name under which the map is registered for the charts. */
  readonly registered: string;
}

let ownMaps = 0;

/** Registers the reader's map for the charts, with provinces by their short names. Each map gets a new name, so that open charts are drawn again. */
export const addOwnMap = (file: string, written: GeoMap): OwnMap => {
  const features = written.features.map((one) => ({
    ...one,
    properties: { name: shortProvince(one.properties.name) },
  }));
  const map: GeoMap = { ...written, features };
  ownMaps += 1;
  const registered = `own-${ownMaps}`;
  addMap(registered, map);
  return { file, map, registered };
};

/** Maximum number of regions that are all labelled. On larger maps, only regions with a value are labelled. */
const MAX_LABELLED_REGIONS = 40;

/** Draws a picture of China's provinces on a map that the reader has supplied. Returns other pictures unchanged. */
export const onOwnMap = (picture: ChartPicture, { map, registered }: OwnMap): ChartPicture => {
  if (picture.map !== 'provinces') return picture;
  const known = new Set(map.features.map(({ properties }) => properties.name));
  const layers = picture.option.geo as readonly Readonly<Record<string, object>>[];
  const show = map.features.length <= MAX_LABELLED_REGIONS;
  return {
    ...picture,
    option: {
      ...picture.option,
      geo: layers.map(({ aspectScale: _, label, ...geo }) => ({
        ...geo,
        map: registered,
        ...(label && { label: { ...label, show } }),
      })),
    },
    unknownNames: [...new Set(picture.names)].filter((name) => !known.has(shortProvince(name))),
  };
};

addMap('provinces', provincesMap());
