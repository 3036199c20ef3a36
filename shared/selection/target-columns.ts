import type { ColumnSource, Selection } from '../config/selection.ts';
import type { Detail } from '../errors/wallfeed-error.ts';
import { shownName } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { freeColumns } from '../tabular/type-tables.ts';
import type { TargetColumn } from './read-value.ts';

/** A column without a source stays blank. */
export interface SelectedTarget extends TargetColumn {
  readonly source: ColumnSource | undefined;
}

type Options = Readonly<Record<string, unknown>> | undefined;

const byPosition = (index: number): ColumnSource => ({ from: 'cell', of: index + 1 });

const ofFixed = (
  definition: Extract<TableDefinition, { kind: 'fixed' }>,
  { columns }: Selection,
): readonly SelectedTarget[] =>
  Object.entries(definition.columns).map(([name, column], index) => ({
    name,
    column,
    source: columns ? columns.find((one) => one.name === name)?.source : byPosition(index),
  }));

const ofFree = (
  definition: Extract<TableDefinition, { kind: 'free' }>,
  { columns }: Selection,
  header: readonly string[],
  options: Options,
): readonly SelectedTarget[] => {
  const names = columns?.map(({ name }) => name) ?? header;
  const types = freeColumns(definition, names, options);
  return names.map((name, index) => ({
    name,
    column: types[index] as TargetColumn['column'],
    source: columns ? columns[index]?.source : byPosition(index),
  }));
};

/**
 * Returns the columns of the component in their order. A free table has the columns of the selection, or else those of
 * the file.
 */
export const targetsOf = (
  definition: TableDefinition,
  selection: Selection,
  header: readonly string[],
  options: Options,
): readonly SelectedTarget[] =>
  definition.kind === 'fixed' ? ofFixed(definition, selection) : ofFree(definition, selection, header, options);

/** Reports columns that must not be blank but have no source. */
export const checkTargets = (targets: readonly SelectedTarget[]): readonly Detail[] =>
  targets
    .filter(({ source, column }) => source === undefined && column.blank === 'refused')
    .map(({ name }) => ({
      message: `\`columns\` has no entry for ${shownName(name)}`,
      hint: `say where ${shownName(name)} comes from: \`columns: { ${shownName(name)}: a column of the file }\``,
    }));
