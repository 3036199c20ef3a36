import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import {
  describeNetwork,
  listAddresses,
  readHost,
  readPort,
  urlOf,
} from '../../../../infra/local/session/claim-port.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const address = (text: string, family: 'IPv4' | 'IPv6', internal = false) => ({
  address: text,
  family,
  internal,
  netmask: '',
  mac: '',
  cidr: null,
  ...(family === 'IPv6' && { scopeid: 0 }),
});

const INTERFACES = {
  lo: [address('127.0.0.1', 'IPv4', true)],
  eth0: [address('192.168.1.5', 'IPv4'), address('2001:db8::5', 'IPv6'), address('fe80::1', 'IPv6')],
  wlan0: [address('10.0.0.7', 'IPv4')],
} as unknown as NonNullable<Parameters<typeof listAddresses>[1]>;

const FILE = `dashboard: wall
token: ssm:/wall/token
endpoints:
  shown: { component: 3D Pie Chart, csv: pie.csv, token: none }
  guarded: { component: 3D Pie Chart, csv: pie.csv }
`;

const load = async (file: string) =>
  loadDashboard(await writeFolder({ 'dashboard.yml': file, 'data/pie.csv': 'name,value,score,pv\na,1,,\n' }));

test.each([
  ['0.0.0.0', '0.0.0.0'],
  ['localhost', '127.0.0.1'],
  ['::', '::'],
  ['everywhere', 'none'],
  ['1.2.3', 'none'],
])('--host %s is read as the address %s', (text, host) => {
  expect(readHost(text) ?? 'none').toBe(host);
});

test.each([
  ['0', 0],
  ['65535', 65_535],
  ['65536', undefined],
  ['many', undefined],
])('--port %s listens on the port %s', (text, port) => {
  expect(readPort(text)).toBe(port);
});

test('an IPv6 address is in brackets in a URL', () => {
  expect(urlOf('2001:db8::5', 3000)).toBe('http://[2001:db8::5]:3000');
});

describe('listing the addresses of this machine in the network', () => {
  const addresses = (host: string) => listAddresses(host, INTERFACES).map((one) => one.address);

  test('the listed addresses are those of all networks, without the loopback addresses', () => {
    expect(addresses('0.0.0.0')).toEqual(['192.168.1.5', '10.0.0.7']);
    expect(addresses('::')).toEqual(['192.168.1.5', '2001:db8::5', '10.0.0.7']);
  });

  test('only the address that --host names is listed', () => {
    expect(addresses('10.0.0.7')).toEqual(['10.0.0.7']);
  });
});

test('the description of the network has its addresses with their interfaces, and the endpoints that anyone can read', async () => {
  expect(describeNetwork('0.0.0.0', 3000, await load(FILE), INTERFACES)?.split('\n')).toEqual([
    'Addresses in the network',
    '  http://192.168.1.5:3000  eth0',
    '  http://10.0.0.7:3000     wlan0',
    'Warning: 1 endpoint has no token, so anyone on the network can read: shown',
  ]);
});

test('the network is not described if only this machine reaches the endpoints', async () => {
  expect(describeNetwork('127.0.0.1', 3000, await load(FILE), INTERFACES)).toBeUndefined();
});
