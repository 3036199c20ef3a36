import type { PromiseSettings, Promises } from '../../shared/config/promises.ts';
import { datasetNames } from '../dashboard/datasets/check-datasets.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';

type Sourced = Pick<LoadedDashboard, 'endpoints' | 'datasets'>;

export interface PromisedSource {
  readonly name: string;
  readonly promises: Promises;
  /** A schedule asks this endpoint to judge the promises. */
  readonly asked: LoadedEndpoint;
}

/** Datasets that no endpoint uses have no promises. */
export const promisedSources = ({ endpoints, datasets }: Sourced): readonly PromisedSource[] => {
  const ofDatasets = Object.entries(datasets).flatMap(([name, { config }]) => {
    const users = endpoints.filter((endpoint) => datasetNames(endpoint.config).includes(name));
    const asked = users.find((endpoint) => !endpoint.config.parameters) ?? users[0];
    return config.expect && asked ? [{ name, promises: config.expect, asked }] : [];
  });
  const ofEndpoints = endpoints.flatMap((asked) => {
    const { expect } = asked.config;
    return expect ? [{ name: asked.slug, promises: expect, asked }] : [];
  });
  return [...ofDatasets, ...ofEndpoints];
};

export const hasPromises = (sourced: Sourced): boolean => promisedSources(sourced).length > 0;

type Watching = Sourced & Pick<LoadedDashboard, 'alarms'>;

/** True for promises, an alarm on a silent wall, or a webhook. */
export const isPromising = (dashboard: Watching): boolean =>
  hasPromises(dashboard) || dashboard.alarms?.silenceMs !== undefined || dashboard.alarms?.webhook !== undefined;

/** Returns the families whose functions a schedule wakes to judge promises, or to note that the wall is open. */
export const judgingFamilies = (dashboard: Watching): readonly string[] => {
  const families = new Set(promisedSources(dashboard).map(({ asked }) => asked.family));
  const [first] = dashboard.endpoints;
  if (families.size === 0 && first && dashboard.alarms?.silenceMs !== undefined) families.add(first.family);
  return [...families];
};

type Judging = Watching & Pick<LoadedDashboard, 'hours' | 'language'>;

/** Returns undefined if nobody needs the function's judgement. */
export const promiseSettings = (dashboard: Judging, family: string): PromiseSettings | undefined => {
  if (!isPromising(dashboard)) return undefined;
  const { hours, language, alarms } = dashboard;
  const asked = promisedSources(dashboard).map((source) => source.asked);
  const ask = asked.filter((endpoint) => endpoint.family === family).map(({ slug }) => slug);
  return {
    ...(hours && { hours }),
    ...(language && language !== 'en' && { language }),
    ask: [...new Set(ask)],
    ...(alarms?.silenceMs !== undefined && { countsRequests: true }),
  };
};
