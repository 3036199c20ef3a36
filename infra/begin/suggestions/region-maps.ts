import { mapFor, unknownOn } from '../../../schemas/common/charts/known-names.ts';
import type { MapName, Picture } from '../../../schemas/common/charts/picture.ts';
import { provinceName } from '../../../schemas/common/provinces.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { FileColumn } from './file-column.ts';

const MAPS: ReadonlyMap<string, MapName> = new Map([
  ['map', 'provinces'],
  ['world-map', 'world'],
]);

const MIN_REGIONS = 2;

const areRegions = ({ kind, values }: FileColumn): boolean => {
  if (kind !== 'text' || values.size < MIN_REGIONS) return false;
  const names = [...values].map(provinceName);
  return unknownOn(mapFor(names), names).length === 0;
};

const regionsFor = ({ name }: Shape, columns: readonly FileColumn[]): FileColumn | undefined =>
  MAPS.has(name) ? columns.find(areRegions) : undefined;

/** Leaves out the texts other than regions, because a map takes no other names. */
export const columnsFor = (shape: Shape, columns: readonly FileColumn[]): readonly FileColumn[] => {
  const regions = regionsFor(shape, columns);
  return regions ? columns.filter((one) => one.kind !== 'text' || one === regions) : columns;
};

/** Returns short names if the file has others, and the total of figures that are added up. */
export const mapOptions = (
  shape: Shape,
  columns: readonly FileColumn[],
  isAdded: boolean,
): Readonly<Record<string, string>> => {
  const regions = regionsFor(shape, columns);
  if (!regions) return {};
  const isOther = [...regions.values].some((name) => provinceName(name) !== name);
  return { ...(isOther && 'names' in shape.options && { names: 'short' }), ...(isAdded && { value: 'sum' }) };
};

/** True if a shape draws its own map, and all names of the body are on it. */
export const showsRegions = ({ name }: Shape, picture: Picture): boolean =>
  picture.kind === 'chart' &&
  picture.map !== undefined &&
  picture.map === MAPS.get(name) &&
  picture.names.length >= MIN_REGIONS &&
  (picture.unknownNames ?? []).length === 0;
