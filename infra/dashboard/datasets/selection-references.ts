import type { ColumnReference } from '../../../shared/config/selection.ts';
import { asFields, type Fields, hasFields } from '../fields.ts';
import type { KeysAt } from '../read-selection.ts';
import type { Path } from '../read-yaml.ts';

/** A use of a column in a selection, and its place in dashboard.yml. */
export interface PlacedReference {
  readonly column: ColumnReference;
  readonly path: Path;
  readonly part: 'key' | 'value';
}

/** Keys of a column's source whose values are names of columns, such as `sum`. */
const COLUMN_WORDS =
  'sum average min max first last by distinct collect percent of time minute hour day week month map'.split(' ');

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

const inSource = (value: unknown, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  if (!hasFields(value)) return atValue(value, path);
  const words = COLUMN_WORDS.filter((word) => !(word === 'percent' && value.percent === 'rows'));
  return [
    ...words.flatMap((word) => atValue(value[word], [...path, word])),
    ...inList(value.list, [...path, 'list']),
    ...inConditions(value.where, [...path, 'where'], keysAt),
  ];
};

const inWindow = (window: unknown, path: Path): readonly PlacedReference[] =>
  hasFields(window) ? atValue(window.of, [...path, 'of']) : atValue(window, path);

/** Finds all columns that a selection names, each at its place in dashboard.yml. */
export const placeReferences = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  const ofRows = ['$name', '$value'];
  const columns = Object.entries(asFields(fields.columns));
  const all = [
    ...columns.flatMap(([name, source]) => inSource(source, [...path, 'columns', name], keysAt)),
    ...inConditions(fields.where, [...path, 'where'], keysAt),
    ...inWindow(fields.window, [...path, 'window']),
    ...inList(fields.unpivot, [...path, 'unpivot']),
  ];
  return 'unpivot' in fields ? all.filter(({ column }) => !ofRows.includes(String(column))) : all;
};
