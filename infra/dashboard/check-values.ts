import type { Condition, SelectedColumn, SelectedValue, Selection } from '../../shared/config/selection.ts';
import { typeConstant } from '../../shared/selection/cell-source.ts';
import { readBound } from '../../shared/selection/conditions.ts';
import type { CellSettings } from '../../shared/selection/row-context.ts';
import { type CellFault, isCellFault } from '../../shared/tabular/cell-fault.ts';
import type { Column } from '../../shared/tabular/column.ts';
import { createTimeReader } from '../../shared/tabular/time-pattern.ts';
import type { DefinitionProblem } from './definition-problem.ts';
import type { Path } from './read-yaml.ts';

/** The parts of a source that decide how the values of a selection are read. */
export interface SelectedFrom {
  readonly selection: Selection;
  /** How the source writes its times. */
  readonly dates?: string;
}

/** Returns settings with any time zone, because the zone does not decide whether a time is valid. */
const settingsOf = ({ dates }: SelectedFrom): CellSettings => ({
  decimal: '.',
  timezone: 'UTC',
  readTime: createTimeReader(dates, 'UTC'),
  dates,
});

/** Creates the problem of a value. Such an endpoint is deployed, and its response is the same error. */
const problemAt = (path: Path, { fault, hint }: CellFault): DefinitionProblem => ({
  path,
  message: fault,
  hint,
  about: 'data',
});

const BOUNDS: ReadonlySet<string> = new Set(['above', 'below', 'atLeast', 'atMost']);

/** Finds the bounds of comparisons, such as `above`, that should be times and are not. */
const checkBounds = (
  where: readonly Condition[] = [],
  settings: CellSettings,
  path: Path,
): readonly DefinitionProblem[] =>
  where.flatMap(({ column, tests }) =>
    tests.flatMap(({ is, of }) => {
      const bound = BOUNDS.has(is) && typeof of === 'string' ? readBound(of, settings) : undefined;
      return isCellFault(bound) ? [problemAt([...path, 'where', String(column), is], bound)] : [];
    }),
  );

type PlacedValue = readonly [path: Path, value: SelectedValue];

/** Returns the values that dashboard.yml itself gives for a column, with their paths. */
const valuesOf = ({ source }: SelectedColumn, path: Path): readonly PlacedValue[] => {
  if (source.from === 'constant') return [[[...path, 'constant'], source.value]];
  if (source.from === 'palette') return source.values.map((value, index) => [[...path, 'palette', index], value]);
  if (source.from !== 'map') return [];
  const mapped = Object.entries(source.to).map(([key, value]): PlacedValue => [[...path, 'to', key], value]);
  return source.else === undefined ? mapped : [...mapped, [[...path, 'else'], source.else]];
};

/**
 * Finds values of the dashboard file that do not have the type of the column that they fill, and bounds that are no times.
 * @param columnOf returns the component's column that a selected column fills.
 * @param path the path of the map that holds the selection.
 */
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
      const typed = column && typeConstant(value, { name, column }, settings);
      return isCellFault(typed) ? [problemAt(valuePath, typed)] : [];
    });
    return [...faults, ...('where' in source ? checkBounds(source.where, settings, at) : [])];
  });
  return [...checkBounds(where, settings, path), ...inColumns];
};
