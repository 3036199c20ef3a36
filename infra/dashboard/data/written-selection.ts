import { basename, dirname } from 'node:path';
import type { Fields } from '../folder/fields.ts';
import { asFields, hasFields } from '../folder/fields.ts';
import type { WrittenDefinition } from '../folder/place-problem.ts';
import type { Path } from '../folder/read-yaml.ts';

/** A selection as it is written in dashboard.yml, and the path of the map that holds it. */
export interface WrittenSelection {
  readonly fields: Fields;
  readonly path: Path;
}

const KINDS = ['csv', 'json'] as const;

/** Returns the selection of a source: the map of `csv` or `json`, or the map that has `dataset`. */
const selectionIn = (fields: Fields, path: Path, index: number): WrittenSelection => {
  const kind = KINDS.find((key) => key in fields);
  if (kind === undefined) return { fields, path };
  const { [kind]: value } = fields;
  if (Array.isArray(value)) return { fields: asFields(value[index]), path: [...path, kind, index] };
  return { fields: asFields(value), path: [...path, kind] };
};

/**
 * Returns the selection of one file or dataset of an endpoint's table.
 * @param index the place of the file in a list of files.
 */
export const selectionOfTable = (
  { value }: WrittenDefinition,
  slug: string,
  table: string,
  index: number,
): WrittenSelection => {
  const endpoint = asFields(asFields(value.endpoints)[slug]);
  const path = ['endpoints', slug];
  const { [table]: named } = endpoint;
  return hasFields(named) ? selectionIn(named, [...path, table], index) : selectionIn(endpoint, path, index);
};

/** Returns the selection of a dataset's file. */
export const selectionOfDataset = ({ value }: WrittenDefinition, name: string): WrittenSelection =>
  selectionIn(asFields(asFields(value.datasets)[name]), ['datasets', name], 0);

/** Names a file of data/ for messages: `data/orders.csv`. */
export const dataFileName = (file: string): string => {
  const at = file.replaceAll('\\', '/').lastIndexOf('/data/');
  return at === -1 ? `${basename(dirname(file))}/${basename(file)}` : file.replaceAll('\\', '/').slice(at + 1);
};
