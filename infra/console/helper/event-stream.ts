import type { ServerResponse } from 'node:http';
import type { ConsoleEvent } from '../protocol/protocol.ts';

export interface EventStream {
  /** Ends when the page is closed. */
  add(response: ServerResponse): void;
  send(event: ConsoleEvent): void;
  count(): number;
}

/** Empty events keep idle connections open. */
const HEARTBEAT_MS = 15_000;

export const createEventStream = (): EventStream => {
  const listeners = new Set<ServerResponse>();
  const write = (text: string): void => {
    for (const response of listeners) response.write(text);
  };
  setInterval(() => write(': \n\n'), HEARTBEAT_MS).unref();
  return {
    add: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 500\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    count: () => listeners.size,
  };
};
