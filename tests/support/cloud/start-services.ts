import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AnswerFromMemory } from '../../../shared/aws/rehearsal.ts';

export interface Services {
  readonly url: string;
  /** `GET /bucket/key`, or the operation's name. */
  readonly calls: readonly string[];
  close(): void;
}

const operationOf = ({ method, url, headers }: IncomingMessage): string =>
  headers['x-amz-target'] ? String(headers['x-amz-target']).replace(/^.*\./, '') : `${method} ${url?.split('?')[0]}`;

/** Starts the server. Without `answer`, it accepts requests and never responds. */
export const startServices = async (answer?: AnswerFromMemory): Promise<Services> => {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    calls.push(operationOf(request));
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    if (!answer) return;
    const path = url.split('?')[0] ?? '';
    const sent = { protocol: 'http:', hostname: 'services', method, path, headers: headers as Record<string, string> };
    const reply = answer({ ...sent, body });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
