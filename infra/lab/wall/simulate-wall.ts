import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { loadShapes } from '../../build/catalogue/load-catalogue.ts';
import type { Handler } from './ask-function.ts';
import { createDatabase } from './create-database.ts';
import { openWall } from './open-wall.ts';
import type { Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { installSimulatedTime, watchActivity } from './simulated-time.ts';
import type { Simulation, Variant } from './simulation.ts';
import { startServices } from './start-services.ts';

const SECOND_MS = 1000;

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

/** The services of a simulation as the sources of datasets name them. */
interface Place {
  readonly hostUrl: string;
  readonly region: string;
}

/** Points the source of a dataset to the services of a simulation. */
const placedAt = (config: DatasetConfig, { hostUrl: url, region }: Place): DatasetConfig => {
  const { source } = config;
  return {
    ...config,
    source: {
      ...source,
      ...('host' in source && { host: { ...Object(source.host), url } }),
      ...('region' in source && { region }),
    },
  };
};

const configOf = (
  { dashboard, timezone, components, datasets }: Simulation,
  family: string,
  variant: Variant,
  place: Place,
): DashboardConfig => ({
  dashboard,
  family,
  version: 'simulated',
  timezone,
  ...(datasets && {
    datasets: Object.fromEntries(
      Object.entries(datasets).map(([name, dataset]) => [name, placedAt(slottedAs(dataset, variant), place)]),
    ),
  }),
  endpoints: Object.fromEntries(
    components
      .filter((component) => component.family === family)
      .map(({ endpoint, config }) => [endpoint, keptAs(config, variant)]),
  ),
});

/**
 * As functions/<family>/handler.ts does. The first calls load the AWS clients, which read the environment variables at
 * this moment.
 */
const prepareFunctions = async (
  simulation: Simulation,
  variant: Variant,
  place: Place,
): Promise<(family: string) => Handler> => {
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const families = [...new Set(simulation.components.map(({ family }) => family))];
  const shapes = new Map(await Promise.all(families.map(async (one) => [one, await loadShapes(one)] as const)));
  const validators = await loadValidators(families);
  return (family) =>
    createHandler({
      shapes: shapes.get(family) ?? [],
      validators: validators[family] ?? {},
      config: configOf(simulation, family, variant, place),
    });
};

/** A Monday. The weekday makes no difference. */
const BEGINNING_MS = Date.UTC(2026, 10, 23, 8);

const silence = (): void => {
  process.stdout.write = () => true;
  process.stderr.write = () => true;
};

/**
 * Uses the functions' own code, one handler for each environment, and services on 127.0.0.1. Replaces the environment
 * variables, the output and `Math.random` of its thread, and does not restore them.
 * @param region a region in which this thread has simulated nothing yet.
 */
export const simulateWall = async (simulation: Simulation, variant: Variant, region: string): Promise<Outcome> => {
  const { components, settings } = simulation;
  const database = createDatabase({ pause: settings.pause * SECOND_MS, resume: settings.resume * SECOND_MS });
  const services = await startServices(simulation, variant, (now) => database.ask(now - BEGINNING_MS));
  Object.assign(process.env, services.environment, { AWS_REGION: region });
  const startFunction = await prepareFunctions(simulation, variant, { hostUrl: services.hostUrl, region });
  silence();
  Math.random = createRandom(settings.seed);

  const time = installSimulatedTime(BEGINNING_MS);
  const activity = watchActivity(time);
  const failures: unknown[] = [];
  const follow = (request: object, ended: Promise<void>): void => {
    activity.follow(request, ended);
    ended.catch((error) => failures.push(error));
  };
  const wall = openWall({ simulation, time, startFunction, follow });
  services.slowDown();
  while (time.advance()) {
    await activity.settled();
    if (failures.length > 0) throw failures[0];
  }

  const { recorder } = wall;
  const outcome = {
    variant,
    answers: recorder.counts(),
    components: components.map(({ endpoint }, index) => ({ endpoint, ...recorder.countsOf(index) })),
    wall: recorder.record(),
    ...services.calls(),
    coldStarts: wall.coldStarts(),
    environments: wall.environments(),
    billed: wall.billed(),
    database: database.record(settings.length * SECOND_MS),
  };
  activity.end();
  time.end();
  await services.close();
  return outcome;
};
