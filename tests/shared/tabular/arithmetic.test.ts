import { describe, expect, test } from '@jest/globals';
import { average, roundHalfUp, sum } from '../../../shared/tabular/mean.ts';
import { pivot } from '../../../shared/tabular/pivot.ts';

describe('sums and averages', () => {
  test('sums and averages have twelve significant digits', () => {
    expect(sum([0.1, 0.2])).toBe(0.3);
    expect(average([0.1, 0.2, 0.3])).toBe(0.2);
    expect(average([1, 1, 2])).toBe(1.33333333333);
  });
  test('the average of values whose sum is infinite is a number', () => {
    expect(average([1e308, 1e308])).toBe(1e308);
    expect(average([1e308, 1e308, 1e308, -1e308])).toBe(5e307);
  });
  test('sums and averages of no values are 0', () => {
    expect([sum([]), average([])]).toEqual([0, 0]);
  });
});

describe('roundHalfUp', () => {
  test.each<[number, number, number]>([
    [55.5, 0, 56],
    [55.4999, 0, 55],
    [1.005, 2, 1.01],
    [0.25, 1, 0.3],
    [-2.5, 0, -2],
    [1e-7, 1, 0],
    [1e21, 0, 1e21],
    [1e308, 1, 1e308],
  ])('roundHalfUp rounds %d to %d digits as %d', (value, digits, expected) => {
    expect(roundHalfUp(value, digits)).toBe(expected);
  });
});

describe('pivot', () => {
  const rows = [
    { s: 'a', m: 'feb', n: 1 },
    { s: 'b', m: 'jan', n: 2 },
    { s: 'a', m: 'jan', n: 3 },
  ];
  test('a pivot places values by their keys, in the order of first appearance', () => {
    expect(pivot(rows, { down: 's', across: 'm', value: 'n' }, 0)).toEqual({
      down: ['a', 'b'],
      across: ['feb', 'jan'],
      values: [
        [1, 3],
        [0, 2],
      ],
    });
  });
});
