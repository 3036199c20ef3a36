import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Who an address belongs to. Addresses that are `forbidden` are never called. */
export type Zone = 'public' | 'private' | 'loopback' | 'forbidden';

type Subnet = readonly [address: string, bits: number];

const listOf = (subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, isIPv4(address) ? 'ipv4' : 'ipv6');
  return list;
};

/**
 * Networks that no API is in: this host, link-local addresses with the metadata of instances and containers, the
 * metadata of other clouds, multicast, broadcast, and tunnels with IPv4 addresses inside.
 */
const FORBIDDEN = listOf([
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
]);

const LOOPBACK = listOf([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

const PRIVATE = listOf([
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['fc00::', 7],
  ['fec0::', 10],
]);

const GROUPS = 8;

/** Returns the eight groups of an IPv6 address as numbers. */
const groupsOf = (address: string): readonly number[] => {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = short.split('::');
  const parse = (text: string): number[] => (text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16)));
  const [left, right] = [parse(before), parse(after ?? '')];
  return [...left, ...Array(GROUPS - left.length - right.length).fill(0), ...right];
};

const MAPPED = 0xffff;

/** Returns the IPv4 address inside of an IPv6 address such as ::ffff:10.0.0.1; undefined for other addresses. */
const embeddedIn = (groups: readonly number[]): string | undefined => {
  const [marks, [high = 0, low = 0]] = [groups.slice(4, 6), groups.slice(6)];
  if (groups.slice(0, 4).some((group) => group !== 0)) return undefined;
  if (!marks.every((group) => group === 0 || group === MAPPED) || (marks[0] === MAPPED && marks[1] === MAPPED))
    return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

const zoneIn = (address: string, family: 'ipv4' | 'ipv6'): Zone => {
  if (FORBIDDEN.check(address, family)) return 'forbidden';
  if (LOOPBACK.check(address, family)) return 'loopback';
  return PRIVATE.check(address, family) ? 'private' : 'public';
};

/** Returns who an IP address belongs to. A text that is no IP address is forbidden. */
export const zoneOf = (address: string): Zone => {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain)) return zoneIn(plain, 'ipv4');
  if (!isIPv6(plain)) return 'forbidden';
  if (LOOPBACK.check(plain, 'ipv6')) return 'loopback';
  const inside = embeddedIn(groupsOf(plain));
  return inside === undefined ? zoneIn(plain, 'ipv6') : zoneIn(inside, 'ipv4');
};

/** Matches host names that clouds give to their metadata, and names that end in a dot. */
const FORBIDDEN_NAME = /\.$|(?:^|\.)metadata(?:\.google)?\.internal$|^metadata$|^instance-data(?:\.|$)/i;

/** Returns the IP address that a URL names; undefined if it has a name. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return isIPv4(hostname) ? hostname : undefined;
};

/** Returns who the host of a URL belongs to, as far as its text says it. Names are public until they are resolved. */
export const zoneOfUrl = (url: URL): Zone => {
  const literal = literalAddress(url);
  if (literal !== undefined) return zoneOf(literal);
  if (FORBIDDEN_NAME.test(url.hostname)) return 'forbidden';
  return /(?:^|\.)localhost$/i.test(url.hostname) ? 'loopback' : 'public';
};

/** Returns the path of an address below that of a host, such as `/search`. Undefined if the address is elsewhere. */
export const pathBelow = (address: URL, base: URL): string | undefined => {
  const root = base.pathname.replace(/\/$/, '');
  const isBelow = address.pathname === root || address.pathname.startsWith(`${root}/`);
  return address.origin === base.origin && isBelow ? address.pathname.slice(root.length) : undefined;
};
