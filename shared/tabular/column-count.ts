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

const counted = ({ min, max }: ColumnCount): string => {
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
};

/** For a person: `expected exactly 3: name1, name2, value`. */
export const describeColumns = (definition: TableDefinition): string => {
  const names = definition.kind === 'fixed' ? `: ${Object.keys(definition.columns).join(', ')}` : '';
  return `expected ${counted(columnCount(definition))}${names}`;
};

/** Whether so many cells make the columns of the table. */
export const hasColumns = (definition: TableDefinition, cells: number): boolean => {
  const { min, max } = columnCount(definition);
  return cells >= min && cells <= max;
};

/** `1 column`, `3 columns`. */
export const countColumns = (count: number): string => `${count} ${count === 1 ? 'column' : 'columns'}`;
