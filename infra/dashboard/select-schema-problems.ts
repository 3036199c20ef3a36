import { DATASET_TABLE_KEYS, hasMistypedDataset, isUnknownKey, namedTables } from './check-endpoint-keys.ts';
import type { DefinitionProblem } from './definition-problem.ts';
import { asFields, type Fields } from './fields.ts';
import { isBelow, type Path } from './read-yaml.ts';
import type { Component } from './resolve-component.ts';

/** Returns the keys of a selection beside a mistyped `dataset`, which the schema would take for columns of SQL. */
const misreadKeys = (endpoint: Fields, component: Component | undefined, path: Path): readonly Path[] => {
  const tables = component ? namedTables(component.shape) : [];
  const maps = [
    [path, endpoint] as const,
    ...tables.map((name) => [[...path, name], asFields(endpoint[name])] as const),
  ];
  return maps
    .filter(([, map]) => hasMistypedDataset(map))
    .flatMap(([at]) => DATASET_TABLE_KEYS.map((key) => [...at, key]));
};

/** Selects the schema's problems of one endpoint. Leaves out those that follow from an unknown key, which is reported. */
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
