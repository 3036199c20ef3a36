import { CHINA_GRID } from '../../../schemas/common/charts/china-grid.ts';
import type { ChartPicture, MapName } from '../../../schemas/common/charts/picture.ts';
import { registerMap } from './register-charts.ts';

/** A map as GeoJSON; `name` of a feature's properties is the name of the region. */
export interface GeoMap {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly name: string };
    readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] };
  }[];
}

const TILE_GAP = 0.06;

/** A square of the grid; a map's second coordinate grows to the north. */
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

/** China's provinces as squares on a grid. */
export const provincesMap = (): GeoMap => ({
  type: 'FeatureCollection',
  features: CHINA_GRID.map(([name, column, row]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: squareAt(column, row) },
  })),
});

/** Gives the charts a map. A later map takes the place of an earlier one of the same name. */
export const addMap = (name: MapName, map: GeoMap): void => {
  registerMap(name, map as unknown as Parameters<typeof registerMap>[1]);
};

/** Adapts a picture to a map that the reader has supplied: its proportions, and the names that it does not know. */
export const onMap = (picture: ChartPicture, map: GeoMap): ChartPicture => {
  const known = new Set(map.features.map(({ properties }) => properties.name));
  const { aspectScale: _, ...geo } = picture.option.geo as Readonly<Record<string, unknown>>;
  return {
    ...picture,
    option: { ...picture.option, geo },
    unknownNames: picture.names.filter((name) => !known.has(name)),
  };
};

addMap('provinces', provincesMap());
