import type { Column } from '../../shared/tabular/column.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';

const namedColumns = (definition: TableDefinition, options: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const named = definition.kind === 'free' && definition.named ? options[definition.named.option] : undefined;
  return Array.isArray(named) ? named : [];
};

/** Returns the columns of a table that has this header. */
export const columnsOf = (
  definition: TableDefinition,
  header: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): readonly Column<unknown>[] => {
  if (definition.kind === 'fixed') return Object.values(definition.columns);
  const named = namedColumns(definition, options);
  return header.map((name, index) => {
    if (definition.named && named.includes(name)) return definition.named.column;
    return index === 0 ? definition.first : definition.rest;
  });
};
