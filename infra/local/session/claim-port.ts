import { once } from 'node:events';
import { type AddressInfo, createServer, isIP, isIPv6, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { secretsOf } from '../../../shared/config/dashboard-config.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { commandLine } from '../../program/command-line.ts';
import { formatTable } from '../../terminal/format-table.ts';

export const LOOPBACK = '127.0.0.1';

type Interfaces = ReturnType<typeof networkInterfaces>;

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const LOCAL_NAMES: ReadonlyMap<string, string> = new Map(Object.entries({ localhost: LOOPBACK }));

export const readHost = (text: string): string | undefined =>
  LOCAL_NAMES.get(text) ?? (isIP(text) > 0 ? text : undefined);

export const isLoopback = (host: string): boolean => host === '::1' || host.startsWith('127.');

export const urlOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Returns the address at which this machine itself reaches a server that listens at `host`. */
const ownAddress = (host: string): string => (EVERY_ADDRESS.has(host) ? LOOPBACK : host);

interface Address {
  readonly name: string;
  readonly address: string;
}

/**
 * Lists the addresses at which other machines can reach a server that listens at `host`, with the names of their
 * interfaces.
 */
export const listAddresses = (host: string, interfaces: Interfaces = networkInterfaces()): readonly Address[] =>
  Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal, family }) => !internal && (family === 'IPv4' || host === '::'))
      .filter(({ address }) => !address.startsWith('fe80:') && (EVERY_ADDRESS.has(host) || address === host))
      .map(({ address }) => ({ name, address })),
  );

const MAX_NAMED = 8;

const warnOfOpen = ({ endpoints }: LoadedDashboard): readonly string[] => {
  const open = endpoints.filter(({ config }) => secretsOf(config).length === 0).map(({ slug }) => slug);
  if (open.length === 0) return [];
  const named = open.length > MAX_NAMED ? `${open.slice(0, MAX_NAMED).join(', ')}, …` : open.join(', ');
  const verb = open.length === 1 ? 'has' : 'have';
  return [
    `Warning: ${pluralize(open.length, 'endpoint')} ${verb} no token, so anyone on the network can read: ${named}`,
  ];
};

export const describeNetwork = (
  host: string,
  port: number,
  dashboard: LoadedDashboard,
  interfaces?: Interfaces,
): string | undefined => {
  if (isLoopback(host)) return undefined;
  const rows = listAddresses(host, interfaces).map(({ name, address }) => [`  ${urlOf(address, port)}`, name]);
  const table = rows.length > 0 ? formatTable(rows) : '  This machine has no address in a network.';
  return ['Addresses in the network', table, ...warnOfOpen(dashboard)].join('\n');
};

interface Problem {
  readonly problem: string;
}

/** Reads a port number; 0 stands for any free port. */
export const readPort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

export interface TypedPort {
  readonly args: readonly string[];
  readonly option?: '--port' | '--console-port';
}

const proposeCommand = ({ args, option = '--port' }: TypedPort, port: number): string => {
  const others = args.filter((arg, index) => !arg.startsWith(option) && args[index - 1] !== option);
  return commandLine('start', ...others, option, String(port));
};

const describeProblem = ({ code, message }: NodeJS.ErrnoException, port: number, typed: TypedPort): string => {
  if (code === 'EADDRINUSE') {
    const other = proposeCommand(typed, port < 65_535 ? port + 1 : 0);
    return `Port ${port} is taken. Stop the program that uses it, or choose another port: ${other}`;
  }
  if (code === 'EACCES')
    return `You are not allowed to open port ${port}. Choose a port from 1024 on: ${proposeCommand(typed, 3000)}`;
  if (code === 'EADDRNOTAVAIL')
    return 'This machine does not have the address of --host. Use --host 0.0.0.0 to open all its addresses';
  return `Port ${port} cannot be used: ${message}`;
};

export interface Claimed {
  readonly url: string;
  /** The beginning of the URLs at which others reach the server; `url` if only this machine can. */
  readonly shown: string;
}

/** Returns an error in one line if the port cannot be used. */
export const claimPort = async (
  server: Server,
  port: number,
  typed: TypedPort,
  host: string = LOOPBACK,
): Promise<Claimed | Problem> => {
  try {
    await once(server.listen(port, host), 'listening');
    const { port: claimed } = server.address() as AddressInfo;
    const [first] = EVERY_ADDRESS.has(host) ? listAddresses(host) : [];
    const url = urlOf(ownAddress(host), claimed);
    return { url, shown: first ? urlOf(first.address, claimed) : url };
  } catch (error) {
    return { problem: describeProblem(error as NodeJS.ErrnoException, port, typed) };
  }
};

/** Returns an error if the port is not free, so that the command fails before it builds anything. */
export const findPortProblem = async (
  port: number,
  typed: TypedPort,
  host: string = LOOPBACK,
): Promise<Problem | undefined> => {
  const probe = createServer();
  const claimed = await claimPort(probe, port, typed, host);
  if ('problem' in claimed) return claimed;
  await new Promise((resolve) => probe.close(resolve));
  return undefined;
};
