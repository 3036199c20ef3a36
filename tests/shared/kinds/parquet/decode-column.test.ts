import { expect, test } from '@jest/globals';
import { type DecodedColumn, decodeColumn } from '../../../../shared/kinds/parquet/decode-column.ts';

/** Writes the fields of a Thrift structure. A value is a number, a Boolean or the bytes of a structure. */
const structure = (fields: Readonly<Record<number, number | boolean | readonly number[]>>): readonly number[] => {
  const bytes: number[] = [];
  let previous = 0;
  for (const [id, value] of Object.entries(fields)) {
    const head = (Number(id) - previous) << 4;
    previous = Number(id);
    if (typeof value === 'number') bytes.push(head | 5, value << 1);
    else if (typeof value === 'boolean') bytes.push(head | (value ? 1 : 2));
    else bytes.push(head | 12, ...value);
  }
  return [...bytes, 0];
};

const INT32_BYTES = 4;
const PLAIN = 0;
const RLE_DICTIONARY = 8;

const integers = (values: readonly number[]): readonly number[] =>
  values.flatMap((value) => [...new Uint8Array(new Int32Array([value]).buffer)]);

/** Writes levels as one bit-packed run of at most eight rows. */
const levelsOf = (rows: readonly unknown[]): readonly number[] => [
  3,
  rows.reduce<number>((bits, row, index) => bits | (row === null ? 0 : 1 << index), 0),
];

const dataPage = (rows: readonly unknown[], encoding: number, values: readonly number[], version: 1 | 2) => {
  const levels = levelsOf(rows);
  const nulls = rows.filter((row) => row === null).length;
  const body = version === 1 ? [...integers([levels.length]), ...levels, ...values] : [...levels, ...values];
  const facts = { 1: rows.length, 2: nulls, 3: rows.length, 4: encoding, 5: levels.length, 6: 0, 7: false };
  const header =
    version === 1 ? { 5: structure({ 1: rows.length, 2: encoding, 3: 3, 4: 3 }) } : { 8: structure(facts) };
  return [...structure({ 1: version === 1 ? 0 : 3, 2: body.length, 3: body.length, ...header }), ...body];
};

const plainPage = (rows: readonly (number | null)[], version: 1 | 2) =>
  dataPage(rows, PLAIN, integers(rows.filter((row) => row !== null)), version);

const dictionaryPage = (values: readonly number[]) => {
  const size = values.length * INT32_BYTES;
  return [...structure({ 1: 2, 2: size, 3: size, 7: structure({ 1: values.length, 2: PLAIN }) }), ...integers(values)];
};

const column = {
  element: { name: 'number', type: 'INT32', repetition_type: 'OPTIONAL' },
  meta: { type: 'INT32', codec: 'UNCOMPRESSED' },
  compressors: {},
  parsers: {},
} as unknown as DecodedColumn;

const decode = (rows: number, ...pages: readonly (readonly number[])[]) => {
  const values = decodeColumn(new Uint8Array(pages.flat()).buffer, rows, column);
  return values && Array.from(values, (value) => value ?? null);
};

test.each([1, 2] as const)(
  'the pages of a column are joined, with and without missing values: version %i',
  (version) => {
    const [first, second] = [
      [5, null, -7],
      [1, 2, 3, 4],
    ] as const;
    expect(decode(3, plainPage(first, version))).toEqual(first);
    expect(decode(7, plainPage(first, version), plainPage(second, version))).toEqual([...first, ...second]);
    expect(decode(4, plainPage(second, version))).toEqual(second);
  },
);

test('a page may name values of a dictionary', () => {
  const rows = [30, null, 10, 30];
  const indexes = [2, 3, 0b100010, 0];
  expect(decode(4, dictionaryPage([10, 20, 30]), dataPage(rows, RLE_DICTIONARY, indexes, 1))).toEqual(rows);
});

test('a column with too few or too many rows is damaged', () => {
  expect(decode(4, plainPage([1, 2, 3], 1))).toBeUndefined();
  expect(decode(2, plainPage([1, 2, 3], 1))).toBeUndefined();
});
