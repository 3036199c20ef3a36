import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const RESULT = { columnMetadata: [{ name: 'n', typeName: 'int8' }], records: [[{ longValue: 1 }]] };

const answer = ({ method, url = '', headers }: IncomingMessage, objects: Readonly<Record<string, string>>): string => {
  if (method === 'GET') return objects[new URL(url, 'http://s3').pathname.split('/').at(-1) ?? ''] ?? '';
  return JSON.stringify(headers['x-amz-target'] ? { Parameter: { Value: 'rehearsal' } } : RESULT);
};

export interface StandIn {
  readonly url: string;
  readonly close: () => void;
}

/** Answers S3, the Data API, DynamoDB and the parameter store just well enough for the clients to run through. */
export const startStandIn = async (objects: Readonly<Record<string, string>>): Promise<StandIn> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(answer(request, objects)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};
