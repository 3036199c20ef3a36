import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from './listen.ts';
import type { Reply } from './xml.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`./certificates/${name}`, import.meta.url));

export const CERTIFICATE = fileOf('amazonaws.pem');

/** Behind the proxy is one server, which answers for every host. */
export interface CompanyProxy extends Listening {
  /** Hosts to which clients asked for a connection, and addresses of plain requests. */
  readonly asked: string[];
  /** User and password; undefined for a proxy without one. */
  password: string | undefined;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** Starts a proxy on 127.0.0.1, and a server with a certificate that nobody knows, which replies to every request. */
export const startProxy = async (reply: (request: IncomingMessage) => Reply): Promise<CompanyProxy> => {
  const options = { key: readFileSync(fileOf('amazonaws.key')), cert: readFileSync(CERTIFICATE) };
  const hosts = await listen(
    createTlsServer(options, (request, response) => {
      const { status, body } = reply(request);
      request.resume().on('end', () => response.writeHead(status, { 'content-type': 'text/xml' }).end(body));
    }),
  );
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = { asked, password: undefined as string | undefined };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('plain');
  }).on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? '');
    const wanted = proxy.password && `Basic ${Buffer.from(proxy.password).toString('base64')}`;
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    sockets.add(socket);
    const host = connect(portOf(hosts.url), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      host.pipe(socket).pipe(host);
    });
    for (const one of [host, socket]) one.on('error', () => socket.destroy());
    sockets.add(host);
  });
  const listening = await listen(server);
  return Object.assign(proxy, {
    ...listening,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await listening.close();
      await hosts.close();
    },
  });
};
