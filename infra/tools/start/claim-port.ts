import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** A port number; 0 for any that is free. */
export const readPort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

const describe = ({ code, message }: NodeJS.ErrnoException, port: number): string => {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. End what runs there, or choose another: npm start -- --port ${port < 65_535 ? port + 1 : 0}`;
  }
  if (code === 'EACCES') return `Port ${port} is not open to you. Choose one from 1024: npm start -- --port 3000`;
  return `Port ${port} cannot be used: ${message}`;
};

/** Makes the server listen, and gives its URL, or says in one line why it cannot. */
export const claimPort = async (
  server: Server,
  port: number,
): Promise<{ readonly url: string } | { readonly problem: string }> => {
  try {
    await once(server.listen(port, HOST), 'listening');
    return { url: `http://${HOST}:${(server.address() as AddressInfo).port}` };
  } catch (error) {
    return { problem: describe(error as NodeJS.ErrnoException, port) };
  }
};
