import { describe, expect, test } from '@jest/globals';
import { type Zone, zoneOf, zoneOfUrl } from '../../../../shared/kinds/http/addresses.ts';

/** Returns the zone of an address as the text of a URL writes it. */
const zoneIn = (host: string): Zone => {
  const url = new URL(`http://${host}/`);
  const literal = /^\[(.*)\]$/.exec(url.hostname)?.[1] ?? (/^[\d.]+$/.test(url.hostname) ? url.hostname : undefined);
  return literal === undefined ? zoneOfUrl(url) : zoneOf(literal);
};

const FORBIDDEN = [
  // The metadata of instances, in every spelling of its number.
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.16689662',
  '0xa9.254.0251.254',
  '025177524776',
  '169.254.169.254.',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '１６９．２５４．１６９．２５４',
  '169。254。169。254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::a9fe:a9fe]',
  '[::ffff:0:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:a9fe:a9fe::]',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
  // The metadata of containers and of other clouds.
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'metadata.google.internal',
  'METADATA.google.internal',
  'metadata.google.internal.',
  'metadata',
  'instance-data',
  'instance-data.eu-west-1.compute.internal',
  // This host, multicast and broadcast.
  '0.0.0.0',
  '0',
  '0x0',
  '000.000',
  '0.1.2.3',
  '[::]',
  '[::ffff:0.0.0.0]',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[ff02::1]',
  '[fe80::1]',
  '[febf::1]',
  // A name that ends in a dot.
  'api.example.com.',
  'localhost.',
];

const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f.1',
  '0177.0.0.01',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  'localhost',
  'LOCALHOST',
  'api.localhost',
];

const PRIVATE = [
  '10.0.0.1',
  '167772161',
  '0xa.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fec0::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:c0a8:101]',
];

const PUBLIC = [
  'api.example.com',
  '93.184.216.34',
  '172.32.0.1',
  '172.15.0.1',
  '192.167.1.1',
  '100.128.0.1',
  '[2606:2800:220:1::1]',
  '[::ffff:93.184.216.34]',
  'metadata.example.com',
];

describe('the addresses that may be called', () => {
  test.each(FORBIDDEN)('%s is never called', (host) => expect(zoneIn(host)).toBe('forbidden'));
  test.each(LOOPBACK)('%s is this machine', (host) => expect(zoneIn(host)).toBe('loopback'));
  test.each(PRIVATE)('%s is private', (host) => expect(zoneIn(host)).toBe('private'));
  test.each(PUBLIC)('%s is public', (host) => expect(zoneIn(host)).toBe('public'));

  test.each(['', 'tickets', '1.2.3', '::x', '1.2.3.4.5'])('the text %j, which is no address, is forbidden', (text) =>
    expect(zoneOf(text)).toBe('forbidden'),
  );

  test('a zone behind an address does not hide it', () => expect(zoneOf('fe80::1%eth0')).toBe('forbidden'));
});
