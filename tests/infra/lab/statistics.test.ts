import { describe, expect, test } from '@jest/globals';
import { median, slopeOf } from '../../../infra/lab/statistics.ts';

test('the median is the middle value, in any order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([])).toBeNaN();
});

describe('the slope of a set of points', () => {
  const line = (rise: number) => Array.from({ length: 21 }, (_, x) => ({ x, y: 100 + rise * x }));

  test('the slope of a set of points equals the slope of the line if all points are on a line', () => {
    expect(slopeOf(line(2.5))).toBe(2.5);
    expect(slopeOf(line(0))).toBe(0);
    expect(slopeOf(line(-1))).toBe(-1);
  });

  test('the slope of a set of points is not changed by a few outliers', () => {
    const bent = line(1).map((point) => (point.x % 7 === 0 ? { ...point, y: 10_000 - point.x * 400 } : point));
    expect(slopeOf(bent)).toBeCloseTo(1, 1);
  });

  test('the slope of a set of points is NaN for points with the same x, and for a single point', () => {
    expect(slopeOf([{ x: 1, y: 1 }])).toBeNaN();
    expect(
      slopeOf([
        { x: 1, y: 1 },
        { x: 1, y: 9 },
      ]),
    ).toBeNaN();
  });
});
