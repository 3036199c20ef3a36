import type { HttpSource } from '../../../../shared/kinds/http/source.ts';
import type { CostFacts, LoadedDataset } from '../source-kind.ts';

/** Returns what decides the calls of a dataset to its host. A read of the host costs nothing at AWS itself. */
export const countCalls = ({ config }: LoadedDataset): Partial<CostFacts> => {
  const { host, pages } = config.source as HttpSource;
  const { name, intervalMs = 0, login } = host;
  const calls = {
    host: name,
    pages: pages?.atMost ?? 1,
    endCalls: pages && ('page' in pages || 'offset' in pages) ? 1 : 0,
    intervalSeconds: intervalMs / 1000,
    logsIn: login !== undefined,
  };
  return { requests: 0, calls };
};
