import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { formatTable } from '../../terminal/format-table.ts';

/** The address that only this machine can reach. */
export const LOOPBACK = '127.0.0.1';

type Interfaces = ReturnType<typeof networkInterfaces>;

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const LOCAL_NAMES: Readonly<Record<string, string>> = { localhost: LOOPBACK };

/** Reads the address of `--host`; undefined if the text is not an address. */
export const readHost = (text: string): string | undefined => LOCAL_NAMES[text] ?? (isIP(text) > 0 ? text : undefined);

/** True if only programs of this machine can reach the address. */
const isLoopback = (host: string): boolean => host === '::1' || host.startsWith('127.');

/** Writes the beginning of a URL, with an IPv6 address in brackets. */
export const urlOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Returns the address at which this machine itself reaches a server that listens at `host`. */
export const ownAddress = (host: string): string => (EVERY_ADDRESS.has(host) ? LOOPBACK : host);

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
  const open = endpoints.filter(({ config }) => config.tokens.length === 0).map(({ slug }) => slug);
  if (open.length === 0) return [];
  const named = open.length > MAX_NAMED ? `${open.slice(0, MAX_NAMED).join(', ')}, …` : open.join(', ');
  const verb = open.length === 1 ? 'has' : 'have';
  return [
    `Warning: ${pluralize(open.length, 'endpoint')} ${verb} no token, so anyone on the network can read: ${named}`,
  ];
};

/** Describes how other machines can reach the endpoints; undefined if no other machine can. */
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
