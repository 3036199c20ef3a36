import type { LoadedEndpoint } from '../../../infra/dashboard/load-dashboard.ts';

/** True if the endpoint runs a statement. */
export const asksDatabase = ({ config: { tables } }: Pick<LoadedEndpoint, 'config'>): boolean =>
  Object.values(tables).some(({ source }) => source === 'sql');

const spread = (endpoints: readonly LoadedEndpoint[], count: number): readonly LoadedEndpoint[] => {
  const share = Math.min(1, count / endpoints.length);
  return endpoints.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
};

/**
 * Chooses a number of endpoints from all parts of the file, in its order, so that many families are among them. The share
 * of endpoints with SQL is the same as in the whole file.
 */
export const chooseEndpoints = (endpoints: readonly LoadedEndpoint[], count: number): readonly LoadedEndpoint[] => {
  const asking = endpoints.filter(asksDatabase);
  const askingCount = Math.round((Math.min(count, endpoints.length) * asking.length) / endpoints.length);
  const others = endpoints.filter((endpoint) => !asksDatabase(endpoint));
  const chosen = new Set([...spread(asking, askingCount), ...spread(others, count - askingCount)]);
  return endpoints.filter((endpoint) => chosen.has(endpoint));
};
