import { expect, test } from '@jest/globals';
import type { Condition, Selection } from '../../../../shared/config/selection.ts';
import { openParquet } from '../../../../shared/kinds/parquet/open-parquet.ts';
import { readRows } from '../../../../shared/kinds/parquet/read-rows.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import { plainPage, type WrittenColumn, writeParquet } from '../../../support/parquet/write-parquet.ts';

type Random = () => number;

const randomOf = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const whole = (random: Random, bound: number): number => Math.floor((random() * 2 - 1) * bound);

const written = (length: number, write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
};

const int32 = (value: number): Buffer => written(4, (bytes) => bytes.writeInt32LE(value));
const int64 = (value: bigint): Buffer => written(8, (bytes) => bytes.writeBigInt64LE(value));
const float = (value: number): Buffer => written(4, (bytes) => bytes.writeFloatLE(value));
const double = (value: number): Buffer => written(8, (bytes) => bytes.writeDoubleLE(value));

/** Writes a whole number as a decimal is written: big-endian, in two's complement. */
const bigEndian = (value: bigint, length: number): Buffer =>
  Buffer.from(
    BigInt.asUintN(length * 8, value)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  );

const halfOf = (exponent: number, fraction: number, sign: number): Buffer =>
  written(2, (bytes) => bytes.writeUInt16LE((sign << 15) | (exponent << 10) | fraction));

const halfValue = (bytes: Buffer): number => {
  const bits = bytes.readUInt16LE();
  return (bits >> 15 ? -1 : 1) * 2 ** (((bits >> 10) & 31) - 15) * (1 + (bits & 1023) / 1024);
};

const NANOS_OF_DAY = 86_400_000_000_000n;
const EPOCH_DAY = 2_440_588n;

const int96 = (nanos: bigint): Buffer => {
  const rest = ((nanos % NANOS_OF_DAY) + NANOS_OF_DAY) % NANOS_OF_DAY;
  const day = (nanos - rest) / NANOS_OF_DAY + EPOCH_DAY;
  return Buffer.concat([int64(rest), int32(Number(day))]);
};

/** How the values of a type are drawn, and in which order statistics have them. */
interface Kind extends Omit<WrittenColumn, 'name'> {
  readonly draw: (random: Random) => Buffer;
  readonly order: (value: Buffer) => number | bigint | string;
}

const signedOf = (bytes: Buffer): bigint => BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));

const START = 1_795_132_800_000;
const drawTime = (random: Random): number => START + Math.floor(random() * 100_000);

const LOGICAL_DECIMAL = { 5: { 1: 2, 2: 9 } };
const decimal32 = { type: 'int32', draw: (random: Random) => int32(whole(random, 9_999)), order: signed32 } as const;
const decimalBytes = (random: Random) => bigEndian(BigInt(whole(random, 30_000)), 2);

function signed32(bytes: Buffer): number {
  return bytes.readInt32LE();
}

const WORDS = ['East', 'Easter', 'East ', ' East', 'East West', '', 'Zoo', '北京', 'East\u00a0', 'E', '12', '13'];

const KINDS: Readonly<Record<string, Kind>> = {
  float: { type: 'float', draw: (random) => float(whole(random, 400) / 10), order: (bytes) => bytes.readFloatLE() },
  'small float': { type: 'float', draw: (random) => float(random() * 1e-43), order: (bytes) => bytes.readFloatLE() },
  half: {
    type: 'fixed',
    length: 2,
    logical: { 15: {} },
    draw: (random) => halfOf(10 + Math.floor(random() * 10), Math.floor(random() * 1_024), random() < 0.5 ? 1 : 0),
    order: halfValue,
  },
  double: { type: 'double', draw: (random) => double(whole(random, 400) / 10), order: (bytes) => bytes.readDoubleLE() },
  'double with infinite values': {
    type: 'double',
    draw: (random) => double(random() < 0.2 ? Number.NEGATIVE_INFINITY : whole(random, 9)),
    order: (bytes) => bytes.readDoubleLE(),
  },
  integer: { type: 'int32', draw: (random) => int32(whole(random, 2 ** 31 - 1)), order: signed32 },
  unsigned: {
    type: 'int32',
    logical: { 10: { 1: 32, 2: false } },
    draw: (random) => int32(whole(random, 2 ** 31 - 1)),
    order: (bytes) => bytes.readUInt32LE(),
  },
  bigint: {
    type: 'int64',
    draw: (random) => int64(BigInt(whole(random, 2 ** 52)) * (random() < 0.5 ? 1n : 1_000n)),
    order: (bytes) => bytes.readBigInt64LE(),
  },
  'unsigned bigint': {
    type: 'int64',
    converted: 14,
    draw: (random) => int64(random() < 0.2 ? -1n : BigInt(Math.floor(random() * 2 ** 50))),
    order: (bytes) => bytes.readBigUInt64LE(),
  },
  'decimal in 32 bits': { ...decimal32, converted: 5, scale: 2, precision: 9, logical: LOGICAL_DECIMAL },
  'decimal with a logical type alone': { ...decimal32, logical: LOGICAL_DECIMAL },
  'fixed decimal': {
    type: 'fixed',
    length: 2,
    converted: 5,
    scale: 1,
    precision: 4,
    draw: decimalBytes,
    order: signedOf,
  },
  'short decimal with a logical type alone': {
    type: 'fixed',
    length: 1,
    logical: { 5: { 1: 1, 2: 2 } },
    draw: (random) => bigEndian(BigInt(whole(random, 99)), 1),
    order: signedOf,
  },
  'decimal in bytes': {
    type: 'bytes',
    converted: 5,
    scale: 0,
    precision: 4,
    // The bytes of the texts 11 to 99 are numbers of their own.
    draw: (random) => Buffer.from(String(11 + Math.floor(random() * 88))),
    order: signedOf,
  },
  text: {
    type: 'bytes',
    converted: 0,
    draw: (random) => Buffer.from(WORDS[Math.floor(random() * WORDS.length)] as string),
    order: (bytes) => bytes.toString('latin1'),
  },
  boolean: { type: 'int32', draw: (random) => int32(random() < 0.5 ? 1 : 0), order: signed32 },
};

const TIMES: Readonly<Record<string, Kind>> = {
  INT96: {
    type: 'int96',
    draw: (random) => int96(BigInt(drawTime(random)) * 1_000_000n),
    order: (bytes) => bytes.toString('latin1'),
  },
  TIMESTAMP_MILLIS: {
    type: 'int64',
    converted: 9,
    draw: (random) => int64(BigInt(drawTime(random))),
    order: (bytes) => bytes.readBigInt64LE(),
  },
  'timestamp of microseconds': {
    type: 'int64',
    logical: { 8: { 1: true, 2: { 2: {} } } },
    draw: (random) => int64(BigInt(drawTime(random)) * 1_000n + 999n),
    order: (bytes) => bytes.readBigInt64LE(),
  },
  'timestamp of nanoseconds': {
    type: 'int64',
    logical: { 8: { 1: false, 2: { 3: {} } } },
    draw: (random) => int64(BigInt(drawTime(random)) * 1_000_000n + 999_999n),
    order: (bytes) => bytes.readBigInt64LE(),
  },
  'early timestamp': {
    type: 'int64',
    logical: { 8: { 1: false, 2: { 2: {} } } },
    draw: (random) => int64(-BigInt(drawTime(random)) * 1_000n - 1n),
    order: (bytes) => bytes.readBigInt64LE(),
  },
};

const bodyOf = (kind: Kind, values: readonly Buffer[]): Buffer =>
  Buffer.concat(values.flatMap((value) => (kind.type === 'bytes' ? [int32(value.length), value] : [value])));

const GROUPS = 6;
const MAX_ROWS = 3;

/** Writes a file with one column of random values in small row groups, with exact statistics. */
const drawFile = (kind: Kind, random: Random): Buffer => {
  const groups = Array.from({ length: GROUPS }, () => {
    const values = Array.from({ length: 1 + Math.floor(random() * MAX_ROWS) }, () => kind.draw(random));
    const sorted = values.toSorted((one, other) => {
      const [a, b] = [kind.order(one), kind.order(other)];
      return a < b ? -1 : a > b ? 1 : 0;
    });
    const pages = [plainPage(values.length, bodyOf(kind, values))];
    return { rows: values.length, chunks: [{ pages, values: values.length, min: sorted[0], max: sorted.at(-1) }] };
  });
  return writeParquet([{ name: 'it', ...kind }], groups);
};

const open = async (bytes: Buffer, hasStatistics: boolean) => {
  const buffer = new Uint8Array(bytes).buffer;
  const file = await openParquet({ byteLength: bytes.length, slice: (from, to) => buffer.slice(from, to) }, 'file');
  if (hasStatistics) return { file, partitions: [] };
  const groups = file.groups.map(({ rows, chunks }) => ({
    rows,
    chunks: chunks.map((chunk) => ({ ...chunk, min: undefined })),
  }));
  return { file: { ...file, groups }, partitions: [] };
};

const read = async (
  bytes: Buffer,
  selection: Selection | undefined,
  { hasStatistics = true, spans = [] as { from: number; to: number }[] } = {},
) => {
  const files = [await open(bytes, hasStatistics)];
  const window = { currentTime: START + 50_000, timePeriod: 1 };
  const table = await readRows(files, { selection, timezone: 'UTC', window, spans, budget: UNLIMITED });
  return table.rows.map(([cell]) => cell);
};

const COMPARISONS = ['above', 'atLeast', 'below', 'atMost'] as const;
const COLUMNS = [{ name: 'it', source: { from: 'cell', of: 'it' } }] as const;

const drawCondition = (cells: readonly unknown[], random: Random): Condition => {
  const cell = cells[Math.floor(random() * cells.length)];
  const near = [0, 0, 1e-3, -1e-3][Math.floor(random() * 4)] as number;
  const of = typeof cell === 'number' ? cell + near : String(cell).trim();
  const word = COMPARISONS[Math.floor(random() * COMPARISONS.length)] as (typeof COMPARISONS)[number];
  const isAny = typeof of === 'string' || random() < 0.5;
  return { column: 'it', tests: [isAny ? { is: 'any', of: [of] } : { is: word, of }] };
};

const FILES_OF_A_TYPE = 40;
const CONDITIONS_OF_A_FILE = 8;

test.each(Object.entries(KINDS))(
  'statistics of row groups never change the rows of a condition: %s',
  async (_, kind) => {
    const random = randomOf(7);
    for (let file = 0; file < FILES_OF_A_TYPE; file += 1) {
      const bytes = drawFile(kind, random);
      const cells = await read(bytes, undefined);
      for (let index = 0; index < CONDITIONS_OF_A_FILE; index += 1) {
        const selection: Selection = { where: [drawCondition(cells, random)], columns: COLUMNS };
        // A condition may refuse a cell of a row group that would not have been read.
        const whole = await read(bytes, selection, { hasStatistics: false }).catch(() => undefined);
        if (whole) expect([selection, await read(bytes, selection)]).toEqual([selection, whole]);
      }
    }
  },
);

test.each(Object.entries(TIMES))('statistics of row groups never change the rows of a window: %s', async (_, kind) => {
  const random = randomOf(11);
  const selection: Selection = { window: { of: 'it', last: 20_000 }, columns: COLUMNS };
  for (let file = 0; file < FILES_OF_A_TYPE; file += 1) {
    const bytes = drawFile(kind, random);
    const spans = [{ from: START + 30_000, to: START + 50_000 }];
    const whole = await read(bytes, selection, { hasStatistics: false, spans });
    expect(await read(bytes, selection, { spans })).toEqual(whole);
  }
});

test('a value at the edge of a row group of FLOAT is found by its shortest decimal', async () => {
  const values = [21.3, 36.6, 9.9].map(float);
  const pages = [plainPage(3, Buffer.concat(values))];
  const chunks = [{ pages, values: 3, min: float(9.9), max: float(36.6) }];
  const bytes = writeParquet([{ name: 'it', type: 'float' }], [{ rows: 3, chunks }]);
  const where = (is: 'any' | 'atLeast'): Selection => ({
    where: [{ column: 'it', tests: [is === 'any' ? { is, of: [36.6] } : { is, of: 36.6 }] }],
    columns: COLUMNS,
  });
  expect(await read(bytes, where('atLeast'))).toEqual([36.6]);
  expect(await read(bytes, where('any'))).toEqual([36.6]);
});
