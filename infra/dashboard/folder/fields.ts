import { isMap } from '../../../shared/catalogue/is-map.ts';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';

/** A map of the dashboard file. */
export type Fields = Readonly<Record<string, unknown>>;

export const hasFields: (value: unknown) => value is Fields = isMap;

/** Returns an empty map for a value that is no map. */
export const asFields = (value: unknown): Fields => (hasFields(value) ? value : {});

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns `dataset` if the map has `datset`. An error about `dataset` would only repeat that about `datset`. */
export const mistypedKeys = (map: unknown, known: readonly string[]): readonly string[] => {
  const written = Object.keys(asFields(map));
  return written
    .filter((key) => !known.includes(key))
    .flatMap((key) => nearestNames(key, known, 2))
    .filter((key) => !written.includes(key));
};
