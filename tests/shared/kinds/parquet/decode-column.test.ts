import { expect, test } from '@jest/globals';
import { type DecodedColumn, decodeColumn } from '../../../../shared/kinds/parquet/decode-column.ts';
import { pageOf } from '../../../support/parquet/write-parquet.ts';

const PLAIN = 0;
const RLE_DICTIONARY = 8;

const integers = (values: readonly number[]): readonly number[] =>
  values.flatMap((value) => [...new Uint8Array(new Int32Array([value]).buffer)]);

const levelsOf = (rows: readonly unknown[]): readonly number[] => [
  3,
  rows.reduce<number>((bits, row, index) => bits | (row === null ? 0 : 1 << index), 0),
];

const dataPage = (rows: readonly unknown[], encoding: number, values: readonly number[], version: 1 | 2) => {
  const levels = levelsOf(rows);
  const nulls = rows.filter((row) => row === null).length;
  const body = version === 1 ? [...integers([levels.length]), ...levels, ...values] : [...levels, ...values];
  const facts = { 1: rows.length, 2: nulls, 3: rows.length, 4: encoding, 5: levels.length, 6: 0, 7: false };
  const header = version === 1 ? { 5: { 1: rows.length, 2: encoding, 3: 3, 4: 3 } } : { 8: facts };
  return [...pageOf(version === 1 ? 0 : 3, header, Buffer.from(body))];
};

const plainPage = (rows: readonly (number | null)[], version: 1 | 2) =>
  dataPage(rows, PLAIN, integers(rows.filter((row) => row !== null)), version);

const dictionaryPage = (values: readonly number[]) => {
  const body = Buffer.from(integers(values));
  return [...pageOf(2, { 7: { 1: values.length, 2: PLAIN } }, body)];
};

const column: DecodedColumn = {
  element: { name: 'number', type: 'INT32', repetition_type: 'OPTIONAL' },
  codec: 'UNCOMPRESSED',
  isText: false,
  admit: () => undefined,
};

const decode = (rows: number, ...pages: readonly (readonly number[])[]) => {
  const values = decodeColumn(new Uint8Array(pages.flat()), rows, column);
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
  expect(() => decode(2, plainPage([1, 2, 3], 1))).toThrow('more values than rows');
});
