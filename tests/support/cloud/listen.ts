import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

export type State = readonly (Map<unknown, unknown> | Set<unknown> | unknown[])[];

export const restoreState = (state: State, saved: State): void => {
  for (const [index, container] of state.entries()) {
    const items = [...structuredClone(saved[index] ?? [])];
    if (Array.isArray(container)) container.push(...items);
    else if (container instanceof Set) for (const item of items) container.add(item);
    else for (const [key, value] of items as [unknown, unknown][]) container.set(key, value);
  }
};

/**
 * Lets a server listen on a free port of 127.0.0.1. Closing the server ends its connections too. Until then, the server
 * keeps idle connections, because a client may send a request just when the server closes one.
 */
export const listen = async (server: Server): Promise<Listening> => {
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
