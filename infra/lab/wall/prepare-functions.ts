import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig } from '../../../shared/config/dataset.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import type { Handler } from './ask-function.ts';
import type { Simulation, Variant } from './simulation.ts';

const SECOND_MS = 1000;

/** Applies the cache settings of a variant to an endpoint. */
const keptAs = ({ cache, stale, ...config }: EndpointConfig, variant: Variant): EndpointConfig => {
  if (variant.kept === 'not') return config;
  const ttl = variant.cache === undefined ? cache?.ttl : variant.cache * SECOND_MS;
  const lasting = variant.stale === undefined ? stale : variant.stale * SECOND_MS;
  return {
    ...config,
    ...(ttl && { cache: { ttl, shared: variant.kept === 'shared' } }),
    ...(lasting && { stale: lasting }),
  };
};

/** Applies the cache settings of a variant to a dataset. Its slots become as long as the caches of its endpoints. */
const slottedAs = (config: DatasetConfig, { kept, cache, stale }: Variant): DatasetConfig => ({
  ...config,
  ...(cache !== undefined && { ttl: cache * SECOND_MS }),
  ...(stale !== undefined && { stale: stale * SECOND_MS }),
  shared: kept === 'shared',
});

const configOf = (
  { dashboard, timezone, components, datasets }: Simulation,
  family: string,
  variant: Variant,
): DashboardConfig => ({
  dashboard,
  family,
  version: 'simulated',
  timezone,
  ...(datasets && {
    datasets: Object.fromEntries(
      Object.entries(datasets).map(([name, dataset]) => [name, slottedAs(dataset, variant)]),
    ),
  }),
  endpoints: Object.fromEntries(
    components
      .filter((component) => component.family === family)
      .map(({ endpoint, config }) => [endpoint, keptAs(config, variant)]),
  ),
});

/**
 * Creates a function that starts an environment of a family, as functions/<family>/handler.ts does. The first calls load
 * the AWS clients, with the environment variables of that time.
 */
export const prepareFunctions = async (
  simulation: Simulation,
  variant: Variant,
): Promise<(family: string) => Handler> => {
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const catalogue = await loadCatalogue();
  const validators = await loadValidators([...new Set(simulation.components.map(({ family }) => family))]);
  return (family) =>
    createHandler({
      shapes: catalogue.filter((entry) => entry.family === family).map(({ shape }) => shape),
      validators: validators[family] ?? {},
      config: configOf(simulation, family, variant),
    });
};
