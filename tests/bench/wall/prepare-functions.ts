import { loadCatalogue } from '../../../infra/build/load-catalogue.ts';
import { loadValidators } from '../../../infra/build/validators.ts';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { Handler } from './ask-function.ts';
import type { Simulation, Variant } from './simulation.ts';

const SECOND = 1000;

/** An endpoint as the variant keeps its answers. */
const keptAs = ({ cache, stale, ...config }: EndpointConfig, variant: Variant): EndpointConfig => {
  if (variant.kept === 'not') return config;
  const ttl = variant.cache === undefined ? cache?.ttl : variant.cache * SECOND;
  const lasting = variant.stale === undefined ? stale : variant.stale * SECOND;
  return {
    ...config,
    ...(ttl && { cache: { ttl, shared: variant.kept === 'shared' } }),
    ...(lasting && { stale: lasting }),
  };
};

const configOf = (
  { dashboard, timezone, components }: Simulation,
  family: string,
  variant: Variant,
): DashboardConfig => ({
  dashboard,
  family,
  version: 'simulated',
  timezone,
  endpoints: Object.fromEntries(
    components
      .filter((one) => one.family === family)
      .map(({ endpoint, config }) => [endpoint, keptAs(config, variant)]),
  ),
});

/**
 * How an environment of a family's function starts: as functions/<family>/handler.ts does. The clients of AWS are
 * loaded by the first calls, with the environment variables of that time.
 */
export const prepareFunctions = async (
  simulation: Simulation,
  variant: Variant,
): Promise<(family: string) => Handler> => {
  const { createHandler } = await import('../../../shared/handler/create-handler.ts');
  const catalogue = await loadCatalogue();
  const validators = await loadValidators([...new Set(simulation.components.map(({ family }) => family))]);
  return (family) =>
    createHandler({
      shapes: catalogue.filter((one) => one.family === family).map(({ shape }) => shape),
      validators: validators[family] ?? {},
      config: configOf(simulation, family, variant),
    });
};
