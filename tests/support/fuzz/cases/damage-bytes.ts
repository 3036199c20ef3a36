import fc from 'fast-check';

export type Damage = (bytes: Buffer) => Buffer;

const splice = (bytes: Buffer, at: number, taken: number, put: Uint8Array): Buffer => {
  const start = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + taken)]);
};

/** Invalid in UTF-8, or unexpected in a text file. */
const ODD_BYTES = [
  [0],
  [0xff],
  [0xfe, 0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
  [0x81, 0x30, 0x81],
  [0xb6, 0xa9],
  [0xe9],
  [0x80],
  [0xef, 0xbb, 0xbf],
  [0x0d],
  [0x1a],
  [0x22],
  [0x5c],
];

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const oddBytes = fc.oneof(
  fc.constantFrom(...ODD_BYTES).map((bytes) => Uint8Array.from(bytes)),
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
);

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

const utf16 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('utf8'), 'utf16le');

export const damage: fc.Arbitrary<Damage> = fc.oneof(
  place.map(
    (at): Damage =>
      (bytes) =>
        bytes.subarray(0, Math.floor(at * bytes.length)),
  ),
  fc.tuple(place, oddBytes).map(
    ([at, put]): Damage =>
      (bytes) =>
        splice(bytes, at, 0, put),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 9 })).map(
    ([at, count]): Damage =>
      (bytes) =>
        splice(bytes, at, count, new Uint8Array()),
  ),
  fc.tuple(place, oddBytes).map(
    ([at, put]): Damage =>
      (bytes) =>
        splice(bytes, at, put.length, put),
  ),
  oddBytes.map(
    (put): Damage =>
      (bytes) =>
        Buffer.concat([put, bytes]),
  ),
  oddBytes.map(
    (put): Damage =>
      (bytes) =>
        Buffer.concat([bytes, put]),
  ),
  fc.constantFrom<Damage>(
    utf16,
    (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(bytes)]),
    (bytes) => Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(utf16(bytes))]),
    (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
    (bytes) => Buffer.concat([bytes, bytes]),
    (bytes) => Buffer.from(bytes.toString('base64')),
    () => Buffer.alloc(0),
  ),
);

export const randomBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
