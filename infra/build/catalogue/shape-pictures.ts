import type { Picture } from '../../../schemas/common/charts/picture.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { type CatalogueEntry, isOfOthers, loadPreview, type ShapeSource } from './load-catalogue.ts';

const MAX_ALTERNATIVES = 3;

/** Number of columns that is added to the distance between two shapes of different families. */
const OTHER_FAMILY = 1.5;

/** Lists two types for a free header: one for the first column, and one for all others. */
const typesOf = (table: TableDefinition): readonly string[] =>
  table.kind === 'fixed'
    ? Object.values(table.columns).map(({ type }) => type)
    : [`free ${table.first.type}`, `free ${table.rest.type}`];

const signatureOf = ({ tables }: Shape): readonly (readonly string[])[] =>
  Object.values(tables).map((table) =>
    typesOf(table.kind === 'chosen' ? (Object.values(table.of)[0] as TableDefinition) : table),
  );

const compareColumns = (one: readonly string[] = [], other: readonly string[] = []): number => {
  const count = (types: readonly string[], type: string): number => types.filter((own) => own === type).length;
  const types = [...new Set([...one, ...other])];
  return types.reduce((sum, type) => sum + Math.abs(count(one, type) - count(other, type)), 0);
};

const distanceOf = (one: CatalogueEntry, other: CatalogueEntry): number => {
  const [mine, theirs] = [signatureOf(one.shape), signatureOf(other.shape)];
  const tables = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, index) =>
    compareColumns(mine[index], theirs[index]),
  );
  return tables.reduce((sum, cost) => sum + cost, one.family === other.family ? 0 : OTHER_FAMILY);
};

/** Finds three shapes, the nearest first. Equally similar ones are in the order of the catalogue. */
export const findAlternatives = (
  entry: CatalogueEntry,
  catalogue: readonly CatalogueEntry[],
): readonly CatalogueEntry[] =>
  catalogue
    .filter((other) => other.shape.name !== entry.shape.name && !isOfOthers(other))
    .map((other) => ({ other, distance: distanceOf(entry, other) }))
    .sort((one, next) => one.distance - next.distance)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ other }) => other);

export interface ShapePicture {
  readonly file: string;
  readonly components: readonly string[];
  readonly picture: Picture;
}

export interface IllustratedSource extends ShapeSource {
  readonly pictures: readonly ShapePicture[];
  /** Nearest first. */
  readonly alternatives: readonly CatalogueEntry[];
}

const kebabCase = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Components that look the same share a picture. */
export const illustrate = async (
  source: ShapeSource,
  catalogue: readonly CatalogueEntry[],
): Promise<IllustratedSource> => {
  const { components } = source.shape;
  const [preview, body] = [await loadPreview(source), JSON.parse(source.read('sample.json') ?? '{}')];
  const alike = Map.groupBy(components, (component) => JSON.stringify(preview(body, component)));
  const pictures = Array.from(alike, ([picture, names]) => ({
    file: alike.size === 1 ? 'preview.svg' : `preview.${kebabCase(names[0] ?? '')}.svg`,
    components: names,
    picture: JSON.parse(picture) as Picture,
  }));
  return { ...source, pictures, alternatives: findAlternatives(source, catalogue) };
};
