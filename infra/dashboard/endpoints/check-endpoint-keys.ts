import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { CELL_KEYS, SELECTION_KEYS } from '../../../shared/config/selection-words.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields, mistypedKeys } from '../folder/fields.ts';
import { shownName } from '../folder/name-words.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import { KINDS } from '../registry/kinds.ts';
import { misplacedKey, unknownKey } from '../registry/unknown-key.ts';
import type { Component } from './resolve-component.ts';

/** All of these keys except `dataset` may also be beside `sql`. */
export const ROW_KEYS = ['dataset', ...SELECTION_KEYS, ...CELL_KEYS] as const;

/** The keys that any endpoint may have. All other keys name tables. */
export const ENDPOINT_KEYS = [
  'component',
  'title',
  'csv',
  'sql',
  'json',
  'reading',
  'options',
  'cache',
  'stale',
  'expect',
  'refresh',
  'token',
  'maxSkew',
  'client',
  'apiKey',
  'parameters',
  'path',
  'script',
  'dataset',
  'columns',
] as const;

const SOURCES = ['csv', 'sql', 'json', 'dataset'] as const;

const HAVE_ROW_KEYS = ['sql', 'dataset'] as const;

const hasRowKeys = (map: Fields): boolean => HAVE_ROW_KEYS.some((key) => Object.hasOwn(map, key));

const hasMistypedSource = (map: Fields): boolean => {
  const mistyped = mistypedKeys(map, ENDPOINT_KEYS);
  return HAVE_ROW_KEYS.some((key) => mistyped.includes(key));
};

/** True if an endpoint has the key `columns` with a typo, so that its file or dataset seems to be read by position. */
export const hasMistypedColumns = (endpoint: Fields): boolean =>
  mistypedKeys(endpoint, [...ENDPOINT_KEYS, ...ROW_KEYS]).includes('columns');

const keysOf = (endpoint: Fields, mayHaveRowKeys = hasRowKeys(endpoint)): readonly string[] => [
  ...new Set([...ENDPOINT_KEYS, ...(mayHaveRowKeys ? ROW_KEYS : [])]),
];

/** Returns no name if the only table of the component has no name of its own. */
export const namedTables = ({ tables }: Shape): readonly string[] => {
  const names = Object.keys(tables);
  return names.length === 1 && names[0] === 'table' ? [] : names;
};

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && SOURCES.some((source) => Object.hasOwn(value, source));

const isUnknownKey = (key: string, endpoint: Fields, shape: Shape | undefined): boolean =>
  !keysOf(endpoint, hasRowKeys(endpoint) || hasMistypedSource(endpoint)).includes(key) &&
  (shape ? !namedTables(shape).includes(key) : !isTable(endpoint[key]));

const unknownKeys = (endpoint: Fields, shape: Shape | undefined, path: Path): readonly DefinitionProblem[] => {
  const known = [...keysOf(endpoint), ...(shape ? namedTables(shape) : [])];
  return Object.keys(endpoint)
    .filter((key) => isUnknownKey(key, endpoint, shape) && !isTableOfNone(endpoint[key], shape))
    .map((key) => unknownKey([...path, key], nearestNames(key, known, 2), known, endpoint));
};

/** True if a value is a named table, but the component has one table without a name. */
const isTableOfNone = (value: unknown, shape: Shape | undefined): boolean =>
  shape !== undefined && namedTables(shape).length === 0 && isTable(value);

const namedForOne = (endpoint: Fields, shape: Shape, path: Path): readonly DefinitionProblem[] =>
  Object.keys(endpoint)
    .filter((key) => isUnknownKey(key, endpoint, shape) && isTableOfNone(endpoint[key], shape))
    .map((key) => ({
      path: [...path, key],
      part: 'key',
      message: say`${shownName(key)} is a named table, but the component has only one table`,
      hint: 'write its `csv`, `sql` or `dataset` directly below the endpoint',
    }));

const example = (names: readonly string[], key = 'csv'): string =>
  names.map((name) => `${name}: { ${key}: ... }`).join(', ');

const oneForMany = (endpoint: Fields, names: readonly string[], path: Path): readonly DefinitionProblem[] =>
  (['csv', 'sql', 'dataset'] as const)
    .filter((key) => Object.hasOwn(endpoint, key))
    .map((key) => ({
      path: [...path, key],
      part: 'key',
      message: say`one \`${key}\` is not enough: the component has ${names.length} tables`,
      hint: `give each its own: ${example(names, key === 'dataset' ? `dataset: ${endpoint.dataset}, columns` : 'csv')}`,
    }));

const besideDocument = (endpoint: Fields, names: readonly string[], path: Path): readonly DefinitionProblem[] =>
  names
    .filter((name) => Object.hasOwn(endpoint, name))
    .map((name) => ({
      path: [...path, name],
      part: 'key',
      message: say`the table ${name} cannot be beside \`json\``,
      hint: 'a JSON document is the whole body: keep either it or the tables',
    }));

const missingTables = (
  endpoint: Fields,
  names: readonly string[],
  shape: Shape,
  path: Path,
): readonly DefinitionProblem[] =>
  names
    .filter((name) => !Object.hasOwn(endpoint, name) && !shape.optionalTables.includes(name))
    .filter((name) => !mistypedKeys(endpoint, [...ENDPOINT_KEYS, ...names]).includes(name))
    .map((name) => ({
      path,
      part: 'key',
      message: say`the table ${name} is missing`,
      hint: `add ${example([name])}`,
    }));

const noSource = (endpoint: Fields, path: Path): readonly DefinitionProblem[] => {
  const keys = [...Object.keys(endpoint), ...mistypedKeys(endpoint, ENDPOINT_KEYS)];
  if ([...SOURCES, ...KINDS.map(({ name }) => name)].some((source) => keys.includes(source))) return [];
  return [{ path, part: 'key', message: 'the endpoint has no source', hint: 'add `csv`, `sql`, `json` or `dataset`' }];
};

const sourceProblems = (endpoint: Fields, shape: Shape, path: Path): readonly DefinitionProblem[] => {
  const names = namedTables(shape);
  if (names.length === 0) {
    const named = namedForOne(endpoint, shape, path);
    return named.length > 0 ? named : noSource(endpoint, path);
  }
  if ('json' in endpoint) return besideDocument(endpoint, names, path);
  const whole = oneForMany(endpoint, names, path);
  return whole.length > 0 ? whole : missingTables(endpoint, names, shape, path);
};

const columnsBesideFile = (endpoint: Fields, path: Path): readonly DefinitionProblem[] => {
  const isMisplaced = 'columns' in endpoint && !hasRowKeys(endpoint);
  const problem = isMisplaced ? misplacedKey('columns', endpoint) : undefined;
  return problem ? [{ path: [...path, 'columns'], part: 'key', ...problem }] : [];
};

export const checkEndpointKeys = (
  endpoint: Fields,
  shape: Shape | undefined,
  path: Path,
): readonly DefinitionProblem[] => [
  ...unknownKeys(endpoint, shape, path),
  ...(shape ? sourceProblems(endpoint, shape, path) : []),
  ...columnsBesideFile(endpoint, path),
];

/** Returns keys that the schema would report because `dataset` or `sql` beside them has a typo. */
const misreadKeys = (endpoint: Fields, component: Component | undefined, path: Path): readonly Path[] =>
  (component ? namedTables(component.shape) : [])
    .filter((name) => hasMistypedSource(asFields(endpoint[name])))
    .flatMap((name) => ROW_KEYS.map((key) => [...path, name, key]));

/** Leaves out problems that only follow from an unknown key. */
export const selectSchemaProblems = (
  problems: readonly DefinitionProblem[],
  endpoint: Fields,
  component: Component | undefined,
  path: Path,
): readonly DefinitionProblem[] => {
  const unknown = Object.keys(endpoint).filter((key) => isUnknownKey(key, endpoint, component?.shape));
  const ignored = [...unknown.map((key) => [...path, key]), ...misreadKeys(endpoint, component, path)];
  return problems.filter(
    (problem) => isBelow(problem.path, path) && !ignored.some((key) => isBelow(problem.path, key)),
  );
};
