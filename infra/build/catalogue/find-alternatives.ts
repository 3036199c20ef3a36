import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { type CatalogueEntry, isOfOthers } from './load-catalogue.ts';

const MAX_ALTERNATIVES = 3;

/** Two shapes of different families count as this many columns further apart. */
const OTHER_FAMILY = 1.5;

/** Lists the types of a table's columns. A table with a free header has a column of each of its two types. */
const typesOf = (table: TableDefinition): readonly string[] =>
  table.kind === 'fixed'
    ? Object.values(table.columns).map(({ type }) => type)
    : [`free ${table.first.type}`, `free ${table.rest.type}`];

const signatureOf = ({ tables }: Shape): readonly (readonly string[])[] =>
  Object.values(tables).map((table) =>
    typesOf(table.kind === 'chosen' ? (Object.values(table.of)[0] as TableDefinition) : table),
  );

/** Counts the columns that only one of two tables has, in any order. */
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

/**
 * Finds the three shapes with the most similar columns, nearest first. Equally similar shapes are in the order of the
 * catalogue.
 */
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
