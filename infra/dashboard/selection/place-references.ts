import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { ColumnReference } from '../../../shared/config/selection.ts';
import { COLUMN_WORDS } from '../../../shared/config/selection-words.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { unreadableColumn } from '../../../shared/errors/unreadable-column.ts';
import { isJoined } from '../../../shared/selection/references.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { ColumnName } from '../sql/read-statement.ts';
import { parseFormula } from './parse-formula.ts';
import type { KeysAt } from './read-selection.ts';

export interface PlacedReference {
  readonly column: ColumnReference;
  readonly path: Path;
  readonly part: 'key' | 'value';
  /** Index in a formula. Absent elsewhere. */
  readonly offset?: number;
}

const isReference = (value: unknown): value is ColumnReference =>
  typeof value === 'string' || typeof value === 'number';

const atValue = (value: unknown, path: Path): readonly PlacedReference[] =>
  isReference(value) ? [{ column: value, path, part: 'value' }] : [];

const inList = (value: unknown, path: Path): readonly PlacedReference[] =>
  Array.isArray(value) ? value.flatMap((one, index) => atValue(one, [...path, index])) : [];

const inConditions = (where: unknown, path: Path, keysAt: KeysAt): readonly PlacedReference[] =>
  hasFields(where)
    ? keysAt(path).map(({ name, isNumber }) => ({
        column: isNumber ? Number(name) : name,
        path: [...path, name],
        part: 'key',
      }))
    : [];

const inFormula = ({ formula, with: names }: Fields, path: Path): readonly PlacedReference[] => {
  const parsed = typeof formula === 'string' ? parseFormula(formula, Object.keys(asFields(names))) : undefined;
  if (!parsed || 'hint' in parsed) return [];
  return parsed.columns.map((column) => ({ ...column, path: [...path, 'formula'], part: 'value' }));
};

/** The words whose value is another source. */
const NESTED = ['change', 'difference', 'running', 'moving'] as const;

const inSource = (value: unknown, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  if (!hasFields(value)) return atValue(value, path);
  const words = COLUMN_WORDS.filter((word) => !(word === 'percent' && value.percent === 'rows'));
  return [
    ...words.flatMap((word) => atValue(value[word], [...path, word])),
    ...inList(value.list, [...path, 'list']),
    ...inFormula(value, path),
    ...NESTED.flatMap((word) => (hasFields(value[word]) ? inSource(value[word], [...path, word], keysAt) : [])),
    ...Object.entries(asFields(value.with)).flatMap(([name, part]) => inSource(part, [...path, 'with', name], keysAt)),
    ...inConditions(value.where, [...path, 'where'], keysAt),
  ];
};

const inWindow = (window: unknown, path: Path): readonly PlacedReference[] =>
  hasFields(window) ? atValue(window.of, [...path, 'of']) : atValue(window, path);

export const joinsOf = ({ join }: Fields): readonly { readonly name: string }[] =>
  Object.keys(asFields(join)).map((name) => ({ name }));

const inJoins = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] =>
  joinsOf(fields).flatMap(({ name }) => {
    const { on } = asFields(asFields(fields.join)[name]);
    const at = [...path, 'join', name, 'on'];
    return hasFields(on) ? inConditions(on, at, keysAt) : atValue(on, at);
  });

const inCells = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] => [
  ...inList(fields.fillDown, [...path, 'fillDown']),
  ...inConditions(fields.durations, [...path, 'durations'], keysAt),
  ...inConditions(fields.dates, [...path, 'dates'], keysAt),
];

/** Finds the columns of a joined file that its map names. `path` is the path of this map. */
export const placeJoinedReferences = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  const at = [...path, 'on'];
  const pairs = hasFields(fields.on) ? Object.entries(fields.on) : undefined;
  return [
    ...(pairs?.flatMap(([ours, theirs]) => atValue(theirs, [...at, ours])) ?? atValue(fields.on, at)),
    ...inCells(fields, path, keysAt),
  ];
};

export const placeReferences = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  const ofRows = ['$name', '$value'];
  const columns = Object.entries(asFields(fields.columns));
  const all = [
    ...columns.flatMap(([name, source]) => inSource(source, [...path, 'columns', name], keysAt)),
    ...inConditions(fields.where, [...path, 'where'], keysAt),
    ...inWindow(fields.window, [...path, 'window']),
    ...inList(fields.unpivot, [...path, 'unpivot']),
    ...inJoins(fields, path, keysAt),
    ...inCells(fields, path, keysAt),
  ];
  return 'unpivot' in fields ? all.filter(({ column }) => !ofRows.includes(String(column))) : all;
};

export interface RowSource {
  /** As messages name them: `the dataset orders`. */
  readonly words: string;
  readonly columns?: readonly ColumnName[];
  /** Says what further columns have that cannot be read, such as lists, by name. */
  readonly unreadable?: ReadonlyMap<string, string>;
}

export const columnProblem = (
  { column, ...at }: PlacedReference,
  { words, columns = [], unreadable }: RowSource,
): readonly DefinitionProblem[] => {
  const names = columns.filter((name) => name !== undefined);
  if (typeof column === 'number') {
    if (column <= columns.length) return [];
    const message = say`${words} has no column ${column}`;
    return [{ ...at, message, hint: `it has ${pluralize(columns.length, 'column')}` }];
  }
  const found = names.filter((name) => name === column.trim()).length;
  if (found > 1) {
    const message = say`${words} has ${found} columns named ${shownName(column)}`;
    return [{ ...at, message, hint: 'give each its own name with AS, or write the position of the column' }];
  }
  const has = unreadable?.get(column.trim());
  if (found === 0 && has !== undefined) return [{ ...at, ...unreadableColumn(shownName(column), has) }];
  if (found === 1 || names.length < columns.length) return [];
  const near = nearestNames(column, names, 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `it has ${names.map(shownName).join(', ')}`;
  return [{ ...at, message: say`${words} has no column ${shownName(column)}`, hint }];
};

/** Finds nothing if the columns are unknown. */
export const columnProblems = (
  fields: Fields,
  path: Path,
  rows: RowSource,
  keysAt: KeysAt,
): readonly DefinitionProblem[] =>
  rows.columns
    ? placeReferences(fields, path, keysAt)
        .filter(({ column }) => !isJoined(column, joinsOf(fields)))
        .flatMap((one) => columnProblem(one, rows))
    : [];
