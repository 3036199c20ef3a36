import { describe, expect, test } from '@jest/globals';
import { parseNumber, parseNumberOrText } from '../../../shared/tabular/parse-number.ts';

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
    '12,34,567',
    ',123',
    '0,123',
    '1.234,5',
    '12 %',
    '1 234',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '1e999',
    '12x',
    '1_000',
    '--1',
    '½',
    '%',
  ])('parseNumber refuses %j', (cell) => {
    expect(parseNumber(cell)).toBeUndefined();
  });

  test.each<[string, number | undefined]>([
    ['1234,5', 1234.5],
    ['1.234,5', 1234.5],
    ['12,5%', 12.5],
    ['1.234', 1234],
    ['1234.5', undefined],
    ['1,234.5', undefined],
  ])('parseNumber reads %s with a decimal comma as %s', (cell, value) => {
    expect(parseNumber(cell, ',')).toBe(value);
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
