import type { CollectBody } from './collect-body.ts';
import { requestHandler } from './request-handler.ts';
import { readCredentials } from './send-signed.ts';

const SETTINGS = { credentials: readCredentials, maxAttempts: 1, requestHandler } as const;

export type ClientSettings = typeof SETTINGS & {
  readonly region?: string;
  /** Official clients themselves do not limit the size of a body. */
  readonly streamCollector: CollectBody;
};

export type ClientCall<Operation extends string> = (
  operation: Operation,
  input: object,
  abortSignal: AbortSignal,
) => Promise<object>;

export interface ClientModule<Operation extends string> {
  readonly createClient: (settings: ClientSettings) => ClientCall<Operation>;
}

/**
 * Loads the client at the first call, because only few addresses need it: those of other partitions, FIPS, IPv6, access
 * points, names with dots, and endpoints with host names.
 */
export const createClientCalls = <Operation extends string>(
  load: () => Promise<ClientModule<Operation>>,
  streamCollector: CollectBody,
) => {
  const clients = new Map<string, ClientCall<Operation>>();
  return async (region: string, ...call: Parameters<ClientCall<Operation>>): Promise<object> => {
    const { createClient } = await load();
    const client = clients.get(region) ?? createClient({ ...SETTINGS, ...(region && { region }), streamCollector });
    clients.set(region, client);
    return client(...call);
  };
};
