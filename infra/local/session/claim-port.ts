import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandLine } from '../../build/command-line.ts';
import { LOOPBACK, ownAddress, urlOf } from './network-addresses.ts';

interface Problem {
  readonly problem: string;
}

/** Reads a port number; 0 stands for any free port. */
export const readPort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

/** Returns the command that the user typed, with another port. */
const proposeCommand = (args: readonly string[], port: number): string => {
  const others = args.filter((arg, index) => !arg.startsWith('--port') && args[index - 1] !== '--port');
  return commandLine('start', ...others, '--port', String(port));
};

const describeProblem = ({ code, message }: NodeJS.ErrnoException, port: number, args: readonly string[]): string => {
  if (code === 'EADDRINUSE') {
    const other = proposeCommand(args, port < 65_535 ? port + 1 : 0);
    return `Port ${port} is taken. Stop the program that uses it, or choose another port: ${other}`;
  }
  if (code === 'EACCES')
    return `You may not open port ${port}. Choose a port from 1024 on: ${proposeCommand(args, 3000)}`;
  if (code === 'EADDRNOTAVAIL')
    return 'This machine does not have the address of --host. Use --host 0.0.0.0 to open all its addresses';
  return `Port ${port} cannot be used: ${message}`;
};

/** Starts to listen and returns the URL, or an error in one line. `args` are the arguments that the user typed. */
export const claimPort = async (
  server: Server,
  port: number,
  args: readonly string[],
  host: string = LOOPBACK,
): Promise<{ readonly url: string } | Problem> => {
  try {
    await once(server.listen(port, host), 'listening');
    return { url: urlOf(ownAddress(host), (server.address() as AddressInfo).port) };
  } catch (error) {
    return { problem: describeProblem(error as NodeJS.ErrnoException, port, args) };
  }
};

/** Returns an error if the port is not free, so that the command fails before it builds anything. */
export const findPortProblem = async (
  port: number,
  args: readonly string[],
  host: string = LOOPBACK,
): Promise<Problem | undefined> => {
  const probe = createServer();
  const claimed = await claimPort(probe, port, args, host);
  if ('problem' in claimed) return claimed;
  await new Promise((resolve) => probe.close(resolve));
  return undefined;
};
