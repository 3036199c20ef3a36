import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { asFields } from './fields.ts';

/**
 * Returns the known keys that a map lacks because one of its own keys is probably a misspelling of them: `dataset` for
 * `datset`. Errors that the lack of such a key causes would only repeat the error of the unknown key.
 */
export const mistypedKeys = (map: unknown, known: readonly string[]): readonly string[] => {
  const written = Object.keys(asFields(map));
  return written
    .filter((key) => !known.includes(key))
    .flatMap((key) => nearestNames(key, known, 2))
    .filter((key) => !written.includes(key));
};
