import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addSum, addText, addTo, createSum, totalOf } from '../../../shared/selection/exact-sum.ts';
import { detailsOf, errorOf, type FeedOptions, feed, select } from '../../support/folders/feed-selection.ts';

/** A component with the columns name (text) and value (number). */
const PAIRS = 'Map';
/** A component with a free table that shows texts unchanged. */
const LIST = 'Paging List';

const csvOf = (...cells: readonly string[]): string => `g,n\n${cells.map((cell) => `a,"${cell}"\n`).join('')}`;

const aggregateOf = async (aggregate: string, ...cells: readonly string[]) =>
  (await select(PAIRS, `columns: { name: g, value: { ${aggregate} } }`, csvOf(...cells))).rows[0]?.[1];

const faultOf = async (aggregate: string, ...cells: readonly string[]) =>
  (await detailsOf(aggregateOf(aggregate, ...cells)))[0];

describe('the sum of a selection', () => {
  test.each([
    [['9007199254740990', '1'], 9007199254740991],
    [['9007199254740992', '9007199254740992'], 18014398509481984],
    [['1234567890123.45', '0.01'], 1234567890123.46],
    [['0.1', '0.2'], 0.3],
    [['0.1', '0.2', '-0.3'], 0],
    [['0.0000001', '0.0000002'], 0.0000003],
    [['123456.1234567', '-123456.1234566'], 0.0000001],
    [['9007199254740993', '-9007199254740990'], 3],
    [['0.12345678901234567890', '0.87654321098765432110'], 1],
    [['1.5e300', '1.5e300'], 3e300],
    [['4,000,000,000.000001', '4,000,000,000.000001'], 8000000000.000002],
    [['12.5%', '１２%'], 24.5],
    [['1e308', '1e308', '-1e308'], 1e308],
    [['0e999999999', '1'], 1],
    [['0.123456789012345', '0.1'], 0.223456789012345],
    [['-3999999999', '-3999999999', '-3999999999'], -11999999997],
    [[...Array(5).fill('3999999999.00001'), ...Array(4).fill('-3999999999.00001')], 3999999999.00001],
    [[...Array(5).fill('-3999999999.00001'), ...Array(4).fill('3999999999.00001')], -3999999999.00001],
  ])('the sum of a selection is the exact sum of the cells as written: %p', async (cells, sum) => {
    expect(await aggregateOf('sum: n', ...cells)).toBe(sum);
  });

  test.each([
    [['9007199254740990', '3'], '9007199254740993', 'group by more columns, or sum a column in thousands'],
    [['-9007199254740990', '-3'], '-9007199254740993', 'group by more columns, or sum a column in thousands'],
    [['12345678901234567890'], '12345678901234567890', 'group by more columns, or sum a column in thousands'],
    [
      ['1234567890123456', '0.5', '0.25'],
      '1234567890123456.75',
      'round the cells to fewer decimals, or take their average',
    ],
  ])(
    'the sum of a selection is refused at its first line if it has more digits than a number holds: %p',
    async (cells, sum, hint) => {
      expect(await errorOf(aggregateOf('sum: n', ...cells))).toMatchObject({ code: 'TABLE_CELL' });
      expect(await faultOf('sum: n', ...cells)).toEqual({
        line: 2,
        column: 2,
        columnName: 'n',
        rows: cells.length,
        message: `the sum ${sum} has more digits than a number holds`,
        hint,
      });
    },
  );

  test('a sum that no number holds keeps its digits as text in a column of numbers or texts', async () => {
    const csv = csvOf('1000000000000000', '0.01');
    const rows = '{ component: Rows, csv: { file: a.csv, columns: { n: { sum: n } } } }';
    expect(await feed(rows, { 'a.csv': csv })).toEqual([{ n: '1000000000000000.01' }]);
  });

  test('an average has 12 digits, also as a formula', async () => {
    expect(await aggregateOf('average: n', '1', '0', '0')).toBe(0.333333333333);
    expect(await aggregateOf('formula: average(n)', '1', '0', '0')).toBe(0.333333333333);
    expect(await aggregateOf('formula: average(n) * 3', '1', '0', '0')).toBe(1);
    expect(await aggregateOf('formula: sum(n) + 0', '1234567890123.25', '0')).toBe(1234567890123.25);
  });

  test('the average of a selection is its sum divided by the number of its cells', async () => {
    expect(await aggregateOf('average: n', '1', '2', '3.5', '-0.5')).toBe(1.5);
  });

  test('the sum of a selection is refused if it is infinite', async () => {
    expect(await faultOf('sum: n', '1e308', '1e308')).toMatchObject({
      line: 2,
      rows: 2,
      message: `the sum 2${'0'.repeat(59)}… has more digits than a number holds`,
    });
  });

  test('the sum of a selection is exact decimal text of any length in a column that takes text', async () => {
    const options = { more: ", options: { color: '#fff', title: t }" } as FeedOptions;
    const keys = 'columns: { name: g, value: { sum: n } }';
    const csv = csvOf('12345678901234567890.5', '0.00000000000000000001', '1,000');
    expect((await select('Alarm Information', keys, csv, options)).rows).toEqual([
      ['a', '12345678901234568890.50000000000000000001'],
    ]);
    expect((await select(LIST, keys, csvOf('9007199254740992', '1'))).rows).toEqual([['a', '9007199254740993']]);
    expect((await select(LIST, keys, csvOf('9007199254740990', '1'))).rows).toEqual([['a', 9007199254740991]]);
  });

  test('a sum with too many digits in the row for the rest is reported at the first line of the groups in that row', async () => {
    const csv = 'g,n\na,1\nb,9007199254740990\nc,3\na,2\n';
    const keys = 'columns: { name: g, value: { sum: n } }, limit: 2, rest: Others';
    expect(await detailsOf(select(PAIRS, keys, csv))).toEqual([
      expect.objectContaining({ line: 3, rows: 2, message: expect.stringContaining('the sum 9007199254740993 has') }),
    ]);
  });

  test('the error for a sum with an ambiguous cell names the cell, and not the sum', async () => {
    const csv = 'g;n\na;1,234\na;1\n';
    const keys = 'columns: { name: g, value: { sum: n } }';
    expect(await detailsOf(select(PAIRS, keys, csv))).toMatchObject([
      { line: 2, message: "'1,234' may be 1234 or 1.234" },
    ]);
  });

  test('the sum of a selection is the same however its numbers are split into groups', () => {
    const cell = fc.oneof(
      fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => String(cents / 100)),
      fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }).map(String),
      fc.maxSafeInteger().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    const addCell = (sum: ReturnType<typeof createSum>, text: string) =>
      text.length > 15 ? addText(sum, text) : addTo(sum, Number(text));
    fc.assert(
      fc.property(fc.array(cell), fc.array(cell), (some, others) => {
        const [one, other, all] = [createSum(), createSum(), createSum()];
        for (const text of some) addCell(one, text);
        for (const text of others) addCell(other, text);
        for (const text of [...others, ...some]) addCell(all, text);
        addSum(one, other);
        expect(totalOf(one)).toBe(totalOf(all));
      }),
    );
  });

  test('the sum of a selection equals the exact sum of big integers', () => {
    const unit = 10n ** 9n;
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })), fc.boolean(), (nanos, areTexts) => {
        const sum = createSum();
        const textOf = (n: bigint) => {
          const [sign, digits] = n < 0n ? ['-', -n] : ['', n];
          return `${sign}${digits / unit}.${String(digits % unit).padStart(9, '0')}`;
        };
        for (const n of nanos) areTexts ? addText(sum, textOf(n)) : addTo(sum, Number(textOf(n)));
        const [whole = '', fraction = ''] = textOf(nanos.reduce((total, n) => total + n, 0n)).split('.');
        const expected = fraction.replace(/0+$/, '') === '' ? whole : `${whole}.${fraction.replace(/0+$/, '')}`;
        const total = totalOf(sum);
        expect(total).toBe(typeof total === 'number' ? Number(expected) : expected);
      }),
    );
  });

  test('doubles that are already rounded, such as 1/3, are added and not refused', () => {
    const sum = createSum();
    for (let at = 0; at < 7; at += 1) addTo(sum, 1 / 3);
    expect(totalOf(sum)).toBe(2.33333333333333);
  });
});

describe('a sum that is infinite as a number', () => {
  test('the average of two numbers close to the largest is a number', async () => {
    expect(await aggregateOf('average: n', '1e308', '1e308')).toBe(1e308);
    expect(await aggregateOf('average: n', '-1e308', '-1.5e308')).toBe(-1.25e308);
  });

  test('the percentage of two sums that are infinite as numbers is a number', async () => {
    expect(await aggregateOf('percent: n, of: n', '1e308', '1e308')).toBe(100);
    expect(await aggregateOf('percent: n, of: n', '1.7e308')).toBe(100);
    expect(await aggregateOf('average: n', '1.5e308', '1.5e308', '0.5')).toBe(1e308);
  });

  test('an infinite percentage is refused with its place and its reason', async () => {
    const csv = 'g,n,m\na,1e300,1e-300\na,,\n';
    const made = select(PAIRS, 'columns: { name: g, value: { percent: n, of: m } }', csv);
    expect(await detailsOf(made)).toMatchObject([
      { line: 2, column: 2, rows: 2, message: 'the percentage is larger than a number holds' },
    ]);
  });

  test('an infinite result is refused also in a column that may be blank', async () => {
    const csv = 'g,n,m\na,1e300,1e-300\n';
    const made = (keys: string) => select('3D Pie Chart', `columns: { name: g, value: n, score: ${keys} }`, csv);
    expect(await errorOf(made('{ percent: n, of: m }'))).toMatchObject({ code: 'TABLE_CELL' });
  });

  test('the error of a pie says that a sum has more digits than a number holds', async () => {
    const definition =
      '{ component: Pie Chart, csv: { file: a.csv, columns: { name1: g, name2: g, value: { sum: n } } } }';
    const [detail] = await detailsOf(feed(definition, { 'a.csv': csvOf('1e308', '1e308') }));
    expect(detail?.message).toContain('has more digits than a number holds');
  });
});

describe('the extremes of a selection', () => {
  test('the smallest and the largest number of a selection keep all their digits', async () => {
    expect(await aggregateOf('max: n', '1234567890123.45', '1')).toBe(1234567890123.45);
    expect(await aggregateOf('min: n', '-9007199254740991', '1')).toBe(-9007199254740991);
  });
});
