import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { Condition, SelectedColumn, SelectedValue, Selection } from '../../../shared/config/selection.ts';
import { COMPARISONS } from '../../../shared/config/selection-words.ts';
import type { CellReading } from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { typeConstant, typeOwnConstant } from '../../../shared/selection/cell-source.ts';
import { readBound } from '../../../shared/selection/conditions.ts';
import type { CellSettings } from '../../../shared/selection/row-context.ts';
import { type CellFault, isCellFault } from '../../../shared/tabular/cell-fault.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
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
      return { path: [...path, name], part: 'key', message: say`the component has no column ${shownName(name)}`, hint };
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

/** Checks only the number of names in a table with a free header, because the names become the header. */
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

export interface SelectedFrom {
  readonly selection: Selection;
  /** The patterns of single columns do not apply to values of dashboard.yml. */
  readonly dates?: CellReading['dates'];
  readonly months?: readonly string[];
}

/** Returns settings with any time zone, because the zone does not decide whether a time is valid. */
const settingsOf = ({ dates, months }: SelectedFrom): CellSettings => {
  const pattern = typeof dates === 'string' ? dates : undefined;
  return { decimal: '.', timezone: 'UTC', readTime: createTimeReader(pattern, 'UTC', months), dates: pattern };
};

/** Reports an invalid value. Its endpoint is deployed, and responds with the same error. */
const problemAt = (path: Path, { fault, hint }: CellFault): DefinitionProblem => ({
  path,
  message: fault,
  hint,
  about: 'data',
});

const BOUNDS: ReadonlySet<string> = new Set(COMPARISONS);

/** Finds the bounds of comparisons, such as `above`, that should be times and are not. */
const checkBounds = (
  where: readonly Condition[] = [],
  settings: CellSettings,
  path: Path,
): readonly DefinitionProblem[] =>
  where.flatMap(({ column, tests }) =>
    tests.flatMap(({ is, of }) => {
      const bound = BOUNDS.has(is) && typeof of === 'string' ? readBound(of, settings) : undefined;
      const at = [...path, 'where', String(column), is];
      return isCellFault(bound) ? [problemAt(at, { ...bound, fault: `\`${is}\` cannot be '${of}'` })] : [];
    }),
  );

type PlacedValue = readonly [path: Path, value: SelectedValue];

const valuesOf = ({ source }: SelectedColumn, path: Path): readonly PlacedValue[] => {
  if (source.from === 'constant') return [[[...path, 'constant'], source.value]];
  if (source.from === 'palette') return source.values.map((value, index) => [[...path, 'palette', index], value]);
  const to = source.from === 'map' ? source.to : {};
  const mapped = Object.entries(to).map(([key, value]): PlacedValue => [[...path, 'to', key], value]);
  return 'else' in source && source.else !== undefined ? [...mapped, [[...path, 'else'], source.else]] : mapped;
};

/** Returns the hint for `else: blank`, which is never needed: an aggregate without `else` is blank. */
const hintOf = (value: SelectedValue, path: Path): string | undefined =>
  value === 'blank' && path.at(-1) === 'else' ? 'write a number, or leave `else` out' : undefined;

/** @param columnOf returns the component's column that a selected column fills. */
export const checkValues = (
  from: SelectedFrom,
  columnOf: (name: string, index: number) => Column<unknown> | undefined,
  path: Path,
): readonly DefinitionProblem[] => {
  const { where, columns = [] } = from.selection;
  const settings = settingsOf(from);
  const inColumns = columns.flatMap((selected, index) => {
    const { name, source } = selected;
    const at = [...path, 'columns', name];
    const column = columnOf(name, index);
    const faults = valuesOf(selected, at).flatMap(([valuePath, value]) => {
      const type = source.from === 'constant' ? typeOwnConstant : typeConstant;
      const typed = column && type(value, { name, column }, settings);
      return isCellFault(typed)
        ? [problemAt(valuePath, { ...typed, hint: hintOf(value, valuePath) ?? typed.hint })]
        : [];
    });
    return [...faults, ...('where' in source ? checkBounds(source.where, settings, at) : [])];
  });
  return [...checkBounds(where, settings, path), ...inColumns];
};
