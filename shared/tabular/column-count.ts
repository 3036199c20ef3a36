import { pluralize } from '../errors/pluralize.ts';
import { shorten } from '../errors/shorten.ts';
import type { TableDefinition } from './define-table.ts';

export interface ColumnCount {
  readonly min: number;
  readonly max: number;
}

/** How many columns a table has. */
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

/** For a person: `expected exactly 3: name1, name2, value`. */
export const describeColumns = (definition: TableDefinition): string => {
  const names = definition.kind === 'fixed' ? `: ${Object.keys(definition.columns).join(', ')}` : '';
  return `expected ${describeCount(columnCount(definition))}${names}`;
};

/** Whether so many cells make the columns of the table. */
export const hasColumns = (definition: TableDefinition, cells: number): boolean => {
  const { min, max } = columnCount(definition);
  return cells >= min && cells <= max;
};

const NAMES_SHOWN = 8;
const LONGEST_NAME = 60;

/** A header's text as a message shows it. */
export const shownName = (name: string): string => shorten(name, LONGEST_NAME);

/** The names of a header, as many as a message has room for: `name, value`. */
export const listNames = (header: readonly string[]): string => {
  const more = header.length - NAMES_SHOWN;
  return [...header.slice(0, NAMES_SHOWN).map(shownName), ...(more > 0 ? [`… and ${more} more`] : [])].join(', ');
};

/** `1 column (name)`, `3 columns (name, value, color)`. */
export const describeHeader = (header: readonly string[]): string =>
  `${pluralize(header.length, 'column')} (${listNames(header)})`;
