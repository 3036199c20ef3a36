import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { partsOf } from '../../../shared/config/sources.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { hasFields } from '../folder/fields.ts';
import { isBelow } from '../folder/read-yaml.ts';
import type { DatasetContext, LoadedDataset } from '../kinds/source-kind.ts';
import { checkDataset } from './check-dataset.ts';
import type { CheckedDatasets } from './read-dataset-table.ts';

/**
 * Checks all datasets of dashboard.yml.
 * @param value the map of `datasets`.
 * @param schemaProblems the schema's problems of the whole file.
 */
export const checkDatasets = async (
  value: unknown,
  schemaProblems: readonly DefinitionProblem[],
  context: DatasetContext,
): Promise<CheckedDatasets> => {
  const definitions = Object.entries(hasFields(value) ? value : {});
  const datasets = definitions.map(async ([name, definition]) => {
    const own = schemaProblems.filter(({ path }) => isBelow(path, ['datasets', name]));
    return [name, await checkDataset(name, definition, own, context)] as const;
  });
  return Object.fromEntries(await Promise.all(datasets));
};

/** Returns the valid datasets, by name. */
export const loadedDatasets = (datasets: CheckedDatasets): Readonly<Record<string, LoadedDataset>> =>
  Object.fromEntries(Object.values(datasets).flatMap(({ name, loaded }) => (loaded ? [[name, loaded]] : [])));

/** Lists the datasets that an endpoint selects from. */
export const datasetNames = ({ tables }: Pick<EndpointConfig, 'tables'>): readonly string[] =>
  Object.values(tables)
    .flatMap(partsOf)
    .flatMap((part) => (part.source === 'dataset' ? [part.dataset] : []));
