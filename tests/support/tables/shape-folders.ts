import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadCatalogue, loadPreview } from '../../../infra/build/catalogue/load-catalogue.ts';
import type { Preview } from '../../../schemas/common/charts/picture.ts';
import type { Validate } from '../../../shared/catalogue/accepts.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { Reading } from '../../../shared/tabular/table.ts';
import { expandBase, expandRejects } from '../rejects/expand-rejects.ts';
import type { Reject, RejectGroup, RejectInput } from '../rejects/reject.ts';

export interface ShapeFolder {
  readonly family: string;
  readonly name: string;
  readonly shape: Shape;
  readonly validate: Validate;
  readonly preview: Preview<unknown>;
  readonly files: readonly string[];
  readonly schema: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** By reading; `undefined` is the default reading. */
  readonly bodies: ReadonlyMap<Reading | undefined, unknown>;
  readonly bases: readonly RejectInput[];
  readonly rejects: readonly Reject[];
}

/** Returns the file of a table: `sample.csv` for `table`, else `sample.<table>.csv`. */
export const csvFileOf = (table: string): string => (table === 'table' ? 'sample.csv' : `sample.${table}.csv`);

/**
 * Returns the reading that is not the default; its body is `reading.<reading>.json`. Undefined if a shape has one
 * reading.
 */
export const otherReadingOf = ({ defaultReading }: Shape): Reading | undefined =>
  defaultReading && (defaultReading === 'table' ? 'sample' : 'table');

const readFolder = (folder: string, shape: Shape) => {
  const files = readdirSync(folder);
  const text = (file: string) => readFileSync(join(folder, file), 'utf8');
  const json = (file: string, absent?: unknown) => (files.includes(file) ? JSON.parse(text(file)) : absent);
  const other = otherReadingOf(shape);
  const groups: readonly RejectGroup[] = json('rejects.json', []);
  return {
    files,
    schema: json('schema.json'),
    tables: Object.fromEntries(
      Object.keys(shape.tables)
        .filter((table) => files.includes(csvFileOf(table)))
        .map((table) => [table, text(csvFileOf(table))]),
    ),
    options: json('options.json', {}),
    bodies: new Map<Reading | undefined, unknown>([
      [undefined, json('sample.json')],
      ...(other ? [[other, json(`reading.${other}.json`)] as const] : []),
    ]),
    bases: groups.flatMap(({ base }) => (base ? [expandBase(base, json)] : [])),
    rejects: expandRejects(groups, json),
  };
};

const validators = await loadValidators();

export const shapeFolders: readonly ShapeFolder[] = await Promise.all(
  (await loadCatalogue()).map(async ({ family, shape, folder }) => ({
    family,
    name: folder.split('/').at(-1) ?? '',
    shape,
    validate: validators[family]?.[shape.name] ?? (() => false),
    preview: await loadPreview({ folder }),
    ...readFolder(folder, shape),
  })),
);

export const eachShape = shapeFolders.map((folder) => [`${folder.family}/${folder.name}`, folder] as const);

export const namedReadings = (bodies: ShapeFolder['bodies']): [name: string, reading: Reading | undefined][] =>
  Array.from(bodies.keys(), (reading) => [
    reading === undefined ? 'the default reading' : `the reading ${reading}`,
    reading,
  ]);
