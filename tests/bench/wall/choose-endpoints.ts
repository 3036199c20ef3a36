import type { LoadedEndpoint } from '../../../infra/dashboard/load-dashboard.ts';

/** Whether an answer of this endpoint takes a statement. */
export const asksDatabase = ({ config: { tables } }: Pick<LoadedEndpoint, 'config'>): boolean =>
  Object.values(tables).some(({ source }) => source === 'sql');

const spread = (endpoints: readonly LoadedEndpoint[], count: number): readonly LoadedEndpoint[] => {
  const share = Math.min(1, count / endpoints.length);
  return endpoints.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
};

/**
 * So many endpoints, from all over the file, where families stand together, and in its order. The share of those that ask
 * a database is that of the whole file.
 */
export const chooseEndpoints = (endpoints: readonly LoadedEndpoint[], count: number): readonly LoadedEndpoint[] => {
  const asking = endpoints.filter(asksDatabase);
  const askingCount = Math.round((Math.min(count, endpoints.length) * asking.length) / endpoints.length);
  const others = endpoints.filter((endpoint) => !asksDatabase(endpoint));
  const chosen = new Set([...spread(asking, askingCount), ...spread(others, count - askingCount)]);
  return endpoints.filter((endpoint) => chosen.has(endpoint));
};
