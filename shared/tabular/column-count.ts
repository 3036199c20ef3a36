import { pluralize } from '../errors/pluralize.ts';
import type { TableDefinition } from './define-table.ts';
import { shorten } from './shorten.ts';

export interface ColumnCount {
  readonly min: number;
  readonly max: number;
}

export const columnCount = (definition: TableDefinition): ColumnCount => {
  if (definition.kind === 'free') {
    const { min = 1, max = Number.POSITIVE_INFINITY } = definition.columnCount;
    return { min, max };
  }
  const { length } = Object.keys(definition.columns);
  return { min: length, max: length };
};

const describeCount = ({ min, max }: ColumnCount): string => {
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
};

/** Describes the expected columns: `expected exactly 3: name1, name2, value`. */
export const describeColumns = (definition: TableDefinition): string => {
  const names = definition.kind === 'fixed' ? `: ${Object.keys(definition.columns).join(', ')}` : '';
  return `expected ${describeCount(columnCount(definition))}${names}`;
};

export const hasColumns = (definition: TableDefinition, cells: number): boolean => {
  const { min, max } = columnCount(definition);
  return cells >= min && cells <= max;
};

const MAX_SHOWN_NAMES = 8;
const MAX_NAME_CHARACTERS = 60;

export const shownName = (name: string): string => shorten(name, MAX_NAME_CHARACTERS);

/** Lists the names of a header, up to the limit for a message: `name, value`. */
export const listNames = (header: readonly string[]): string => {
  const more = header.length - MAX_SHOWN_NAMES;
  return [...header.slice(0, MAX_SHOWN_NAMES).map(shownName), ...(more > 0 ? [`… and ${more} more`] : [])].join(', ');
};

/** Describes a header: `1 column (name)`, `3 columns (name, value, color)`. */
export const describeHeader = (header: readonly string[]): string =>
  `${pluralize(header.length, 'column')} (${listNames(header)})`;
