import { describe, expect, test } from '@jest/globals';
import { currencyOf, isUnclear, parseNumber, parseNumberOrText } from '../../../shared/tabular/parse-number.ts';

describe('parseNumber', () => {
  test.each<[string, number]>([
    ['0', 0],
    ['1234.5', 1234.5],
    ['-7', -7],
    ['+5', 5],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['1e3', 1000],
    ['1E-2', 0.01],
    ['007', 7],
    ['1,234', 1234],
    ['-1,234.5', -1234.5],
    ['12,345,678', 12345678],
    ['12.5%', 12.5],
    ['１２３．５', 123.5],
    ['－１，２３４％', -1234],
  ])('parseNumber reads %s', (cell, value) => {
    expect(parseNumber(cell)).toBe(value);
  });

  test.each([
    '',
    '-',
    '.',
    '5.',
    '1,23',
    ',123',
    '0,123',
    '1.234,5',
    '12  %',
    '1 23',
    '1 234,567',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '1e999',
    '12x',
    '1_000',
    '--1',
    '––1',
    '1–2',
    '½',
    '%',
  ])('parseNumber refuses %j', (cell) => {
    expect(parseNumber(cell)).toBeUndefined();
  });

  test.each<[string, number]>([
    ['1234,5', 1234.5],
    ['1.234,5', 1234.5],
    ['12,5%', 12.5],
    ['1.234', 1234],
  ])('parseNumber reads %s with a decimal comma as %s', (cell, value) => {
    expect(parseNumber(cell, ',')).toBe(value);
  });

  test.each(['1234.5', '1,234.5'])('parseNumber refuses %s with a decimal comma', (cell) => {
    expect(parseNumber(cell, ',')).toBeUndefined();
  });
});

describe('a number as offices write it', () => {
  test.each<[string, number]>([
    ['$65,516.00', 65516],
    ['¥ 386,120.50', 386120.5],
    ['￥5', 5],
    ['EUR 12', 12],
    ['12 kr', 12],
    ['HK$5', 5],
    ['5元', 5],
    ['-$5', -5],
    ['$-5', -5],
    ['9.7 %', 9.7],
    ['9.7\u00a0%', 9.7],
    ['(8,624)', -8624],
    ['($5.00)', -5],
    ['$(5.00)', -5],
    ['(12.5%)', -12.5],
    ['1,234.50-', -1234.5],
    ['1,234.50- EUR', -1234.5],
    ['5-€', -5],
    ['−5', -5],
    ['–5', -5],
    ['–1,234.5', -1234.5],
    ['$–5', -5],
    ['（８）', -8],
    ['1 234 567.5', 1234567.5],
    ['1\u202f234', 1234],
    ["1'234.50", 1234.5],
    ['1’234’567', 1234567],
    ['1,23,456.00', 123456],
    ['12,34,567', 1234567],
  ])('parseNumber reads %s as %s', (cell, value) => {
    expect(parseNumber(cell)).toBe(value);
  });

  test.each([
    '(-5)',
    '-5-',
    '+(5)',
    '(5',
    '5)',
    '$5 USD',
    '5 € %',
    'ABC 5',
    'usd 5',
    '1 234 56',
    "1'234 567",
    '0 123',
    '1,2,345',
    '420 ms',
    '1,5 zł',
    '$',
    '- 5',
    '5 - 3',
  ])('parseNumber refuses %s', (cell) => {
    expect(parseNumber(cell)).toBeUndefined();
  });

  test.each<[string, number]>([
    ['9.196,00 €', 9196],
    ['1 234,5', 1234.5],
    ['9,7 %', 9.7],
    ['(1.234,5)', -1234.5],
  ])('parseNumber reads %s with a decimal comma as %s', (cell, value) => {
    expect(parseNumber(cell, ',')).toBe(value);
  });

  test.each([
    ['$1,234', true],
    ['(1,234)', true],
    ['1,234 %', true],
    ['$1,234.5', false],
    ['$1,234,567', false],
    ['1 234', false],
  ])('%s is an ambiguous number: %s', (cell, isTwo) => {
    expect(isUnclear(cell)).toBe(isTwo);
  });

  test.each([
    ['US$ 5', 'USD'],
    ['USD 5', 'USD'],
    ['5 €', 'EUR'],
    ['$5', '$'],
    ['5', 'none'],
  ])('the currency of %s is %s', (cell, currency) => {
    expect(currencyOf(cell) ?? 'none').toBe(currency);
  });
});

describe('a number with a Chinese unit', () => {
  test.each<[string, number]>([
    ['3.5万', 35_000],
    ['1.1万', 11_000],
    ['1.005万', 10_050],
    ['1.23456万', 12_345.6],
    ['.5万', 5000],
    ['1.2亿', 120_000_000],
    ['3千', 3000],
    ['3千万', 30_000_000],
    ['3百万', 3_000_000],
    ['1.2万亿', 1_200_000_000_000],
    ['3.5 万', 35_000],
    ['３．５万', 35_000],
    ['3.5\u3000万', 35_000],
    ['35,000万', 350_000_000],
    ['1 234万', 12_340_000],
    ['-3.5万', -35_000],
    ['−3.5万', -35_000],
    ['(3.5万)', -35_000],
    ['¥3.5万', 35_000],
    ['￥ 3.5 万', 35_000],
    ['-¥3.5万', -35_000],
    ['3.5万元', 35_000],
    ['3.5 万 元', 35_000],
    ['9007199254.740991百万', 9_007_199_254_740_991],
  ])('parseNumber reads %s as %s', (cell, value) => {
    expect(parseNumber(cell)).toBe(value);
  });

  test.each([
    '约3万',
    '10万+',
    '3万5千',
    '3万5',
    '3万 500',
    '三万五',
    '1.2亿%',
    '1.2%亿',
    '5万美元',
    '¥5万元',
    '万',
    '5.万',
    '3.5  万',
    '5千克',
    '9007199254.740993百万',
  ])('parseNumber refuses %s', (cell) => {
    expect(parseNumber(cell)).toBeUndefined();
  });

  test('a number with a Chinese unit has the decimal mark, the currency and the unclear commas of the number without the unit', () => {
    expect([parseNumber('1.234,5万', ','), parseNumber('3.5万', ',')]).toEqual([12_345_000, undefined]);
    expect([currencyOf('￥3.5万'), currencyOf('3.5万元'), currencyOf('3.5万')]).toEqual(['¥', 'CNY', undefined]);
    expect([isUnclear('1,234万'), isUnclear('1,234.5万')]).toEqual([true, false]);
    expect(parseNumberOrText('3.5万')).toBe('3.5万');
  });
});

describe('parseNumberOrText', () => {
  test.each<[string, number | string]>([
    ['12', 12],
    ['-0.50', -0.5],
    ['0', 0],
    ['12.5%', '12.5%'],
    ['007', '007'],
    ['1,204', '1,204'],
    ['+5', '+5'],
    ['1e3', '1e3'],
    ['healthy', 'healthy'],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('parseNumberOrText returns %s as %j', (cell, value) => {
    expect(parseNumberOrText(cell)).toBe(value);
  });
});
