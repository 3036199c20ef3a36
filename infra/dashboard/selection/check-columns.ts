import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

const unknownColumns = (
  names: readonly string[],
  { columns }: FixedTable,
  path: Path,
): readonly DefinitionProblem[] => {
  const known = Object.keys(columns);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearestNames(name, known, 2);
      const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `it reads ${known.join(', ')}`;
      return { path: [...path, name], part: 'key', message: `the component has no column ${shownName(name)}`, hint };
    });
};

const missingColumns = (
  names: readonly string[],
  { columns }: FixedTable,
  path: Path,
): readonly DefinitionProblem[] => {
  const missing = Object.keys(columns).filter((name) => columns[name]?.blank === 'refused' && !names.includes(name));
  if (missing.length === 0) return [];
  const message = `\`columns\` has no entry for ${missing.join(', ')}`;
  const examples = missing.map((name) => `${name}: ...`).join(', ');
  return [{ path, part: 'key', message, hint: `say where each comes from: \`columns: { ${examples} }\`` }];
};

/**
 * Checks the names of a `columns` map against the table of the component. In a table with a free header, the names
 * become the header, so only their number is checked.
 */
export const checkColumns = (
  names: readonly string[],
  definition: TableDefinition,
  path: Path,
): readonly DefinitionProblem[] => {
  if (definition.kind === 'fixed')
    return [...unknownColumns(names, definition, path), ...missingColumns(names, definition, path)];
  if (hasColumns(definition, names.length)) return [];
  const message = `\`columns\` has ${pluralize(names.length, 'column')}; ${describeColumns(definition)}`;
  return [{ path, part: 'key', message, hint: 'each key of `columns` is a column of the table' }];
};
