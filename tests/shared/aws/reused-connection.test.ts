import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { requestHandler as RequestHandler } from '../../../shared/aws/request-handler.ts';

type SentRequest = Parameters<typeof RequestHandler.handle>[0];

/** The reaction of the server to the next requests on connections that have already served one. */
let onReused: 'serve' | 'reset' | 'hang' = 'serve';
/** The reaction of the server to requests on new connections. */
let onFresh: 'serve' | 'reset' = 'serve';
let requests = 0;
let server: Server;
let agent: Agent;
let send: () => Promise<number>;

const certificate = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../infra/lab/cold/certificates/${name}`, import.meta.url)), 'utf8');

const serve = (socket: TLSSocket): void => {
  let served = 0;
  socket.on('error', () => undefined);
  socket.on('data', (record) => {
    if (!record.toString().endsWith('}')) return;
    requests += 1;
    served += 1;
    const todo = served > 1 ? onReused : onFresh;
    if (todo === 'reset') socket.destroy();
    if (todo === 'serve') setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), 5);
  });
};

beforeAll(async () => {
  const [key, cert] = await Promise.all([certificate('server.key'), certificate('server.pem')]);
  server = createServer({ key, cert }, serve);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { httpsAgent } = await import('../../../shared/aws/https-agent.ts');
  agent = httpsAgent;
  agent.options.ca = cert;
  const { requestHandler } = await import('../../../shared/aws/request-handler.ts');
  send = async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    const target = { protocol: 'https:', hostname: '127.0.0.1', port, method: 'POST', path: '/Execute' };
    const { response } = await requestHandler.handle({ ...target, headers, body: '{}' } as unknown as SentRequest);
    response.body.resume();
    await once(response.body, 'close');
    return response.statusCode;
  };
});
afterAll(() => {
  agent.destroy();
  server.close();
});
afterEach(() => {
  jest.restoreAllMocks();
  [onReused, onFresh] = ['serve', 'serve'];
  requests = 0;
  agent.destroy();
});

const open = async (connections: number): Promise<void> => {
  await Promise.all(Array.from({ length: connections }, send));
  requests = 0;
};

test.each([1, 2, 3, 5, 8])(
  'a request succeeds after the service has closed %i idle connections',
  async (connections) => {
    await open(connections);
    onReused = 'reset';
    await expect(send()).resolves.toBe(200);
    expect(requests).toBe(2);
  },
);

test('a request on a new connection is sent once, also if the service closes the connection', async () => {
  onFresh = 'reset';
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(requests).toBe(1);
});

test('a request succeeds on a new connection if the idle ones do not answer', async () => {
  const now = Date.now();
  await open(3);
  jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
  onReused = 'hang';
  await expect(send()).resolves.toBe(200);
  expect(requests).toBe(2);
});

test('a connection that served a request a moment ago is reused', async () => {
  await open(1);
  await expect(send()).resolves.toBe(200);
  expect(requests).toBe(1);
});
