import { METHODS, type Method } from '../../shared/config/client.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';

/** The requests that pages may send, as the gateway tells browsers. */
export interface CorsSettings {
  readonly methods: readonly Method[];
  readonly headers: readonly string[];
  readonly credentials: boolean;
}

/** Request headers that the platform's pages send. */
const OWN_HEADERS = ['content-type', 'x-token'];

const sortedUnion = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

/** Returns what the pages of all front ends together may send. An HTTP API has one such setting for all its routes. */
export const corsOf = (endpoints: readonly Pick<LoadedEndpoint, 'client' | 'config'>[]): CorsSettings => {
  const clients = endpoints.flatMap(({ client }) => client ?? []);
  const methods = new Set<Method>(['POST', ...clients.flatMap((client) => client.methods)]);
  const keyHeaders = endpoints.flatMap(({ config: { apiKey } }) => (apiKey ? [[apiKey.header]] : []));
  const further = sortedUnion([...clients.map(({ headers }) => headers), ...keyHeaders]).filter(
    (header) => !OWN_HEADERS.includes(header),
  );
  return {
    methods: METHODS.filter((method) => methods.has(method)),
    headers: [...OWN_HEADERS, ...further],
    credentials: clients.some(({ credentials }) => credentials),
  };
};
