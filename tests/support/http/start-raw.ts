import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** `count` is the number of the request, from 1. */
export type RawAnswer = (socket: Socket, count: number, head: string) => void;

/** Writes bytes as a test says, so that it can break every rule of HTTP. */
export interface RawServer {
  readonly url: string;
  readonly port: number;
  readonly count: () => number;
  answer(answer: RawAnswer): void;
  close(): void;
}

export const startRaw = async (): Promise<RawServer> => {
  let answer: RawAnswer = (socket) => socket.destroy();
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (!received.includes('\r\n\r\n')) return;
      const head = received;
      received = '';
      count += 1;
      answer(socket, count, head);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    answer: (next) => {
      for (const socket of sockets) socket.destroy();
      answer = next;
      count = 0;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

export const reply = (
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string | number>> = {},
): Buffer => {
  const bytes = Buffer.from(body);
  const fields = { 'content-type': 'application/json', 'content-length': bytes.length, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`), bytes]);
};
