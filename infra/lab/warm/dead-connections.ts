import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { httpsAgent } from '../../../shared/aws/https-agent.ts';
import { requestHandler } from '../../../shared/aws/request-handler.ts';
import { formatNumberTable, median } from '../statistics.ts';

const CONNECTIONS = [1, 2, 3, 5, 8] as const;
/** Requests for each number of connections: 1 000 for each service. */
const REQUESTS = 200;
/** The share of a processor that a function with 256 MB has. */
const SHARE_AT_256_MB = 256 / 1769;

/** The requests of a read of S3 and of a statement through the Data API. */
const SERVICES = {
  S3: { method: 'GET', path: '/bucket/a.csv', body: '' },
  'Data API': { method: 'POST', path: '/Execute', body: '{"sql":"select 1"}' },
} as const;

type Service = (typeof SERVICES)[keyof typeof SERVICES];

const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

const certificate = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../cold/certificates/${name}`, import.meta.url)), 'utf8');

/** Starts a TLS server. `isFrozen` decides whether it closes connections that have already served a request. */
const startServer = async (isFrozen: () => boolean) => {
  const [key, cert] = await Promise.all([certificate('server.key'), certificate('server.pem')]);
  httpsAgent.options.ca = cert;
  const server = createServer({ key, cert }, (socket: TLSSocket) => {
    let served = 0;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      served += 1;
      if (served > 1 && isFrozen()) socket.destroy();
      else socket.write(RESPONSE);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

const createSend =
  (port: number, { method, path, body }: Service) =>
  async (): Promise<void> => {
    const headers = { 'content-length': String(body.length) };
    const request = { protocol: 'https:', hostname: '127.0.0.1', port, method, path, headers, ...(body && { body }) };
    const { response } = await requestHandler.handle(request as unknown as Parameters<typeof requestHandler.handle>[0]);
    response.body.resume();
    await once(response.body, 'close');
  };

const timeOf = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

interface Round {
  readonly failed: number;
  readonly added: number;
  readonly fresh: number;
}

/** Sends requests after all idle connections were closed. Returns the failures, and medians in milliseconds. */
const measure = async (service: Service, connections: number): Promise<Round> => {
  let isFrozen = false;
  const server = await startServer(() => isFrozen);
  const send = createSend(server.port, service);
  const [dead, warm, fresh]: [number[], number[], number[]] = [[], [], []];
  let failed = 0;
  for (let round = 0; round < REQUESTS; round += 1) {
    httpsAgent.destroy();
    fresh.push(await timeOf(send));
    await Promise.all(Array.from({ length: connections }, send));
    warm.push(await timeOf(send));
    isFrozen = true;
    await timeOf(send).then(
      (time) => dead.push(time),
      () => {
        failed += 1;
      },
    );
    isFrozen = false;
  }
  server.close();
  httpsAgent.destroy();
  return { failed, added: median(dead) - median(warm), fresh: median(fresh) - median(warm) };
};

/** Prints how many of 1 000 requests to each service fail after a service has closed all idle connections, and how much longer they take. */
export const benchDeadConnections = async (): Promise<void> => {
  const rows: (readonly string[])[] = [];
  for (const [name, service] of Object.entries(SERVICES)) {
    for (const connections of CONNECTIONS) {
      const { failed, added, fresh } = await measure(service, connections);
      const at256 = (ms: number): string => (ms / SHARE_AT_256_MB).toFixed(1);
      rows.push([`${name}, ${connections} closed`, String(failed), added.toFixed(2), fresh.toFixed(2), at256(fresh)]);
    }
  }
  console.log(`\nRequests on connections that the service has closed: ${REQUESTS} each, milliseconds, medians`);
  console.log(formatNumberTable([['', 'failed', 'added', 'new connection', 'at 256 MB'], ...rows]));
};
