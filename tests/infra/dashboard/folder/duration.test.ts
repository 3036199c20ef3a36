import { describe, expect, test } from '@jest/globals';
import { parseDuration, roundDuration, writeDuration } from '../../../../infra/dashboard/folder/duration.ts';

const DURATIONS = [
  ['0s', 0],
  ['500ms', 500],
  ['1500ms', 1_500],
  ['30s', 30_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
] as const;

describe('a duration', () => {
  test.each(DURATIONS)('the duration %s is parsed and written', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
    expect(writeDuration(ms)).toBe(text);
  });

  test('a duration may have a fraction', () => {
    expect(parseDuration('1.5s')).toBe(1_500);
  });

  test.each(['', '5', 's', '-5s', '5 s', '5S', '1w', '.5s', '1.s', '1234567890s', undefined])(
    'a duration cannot be %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});

test.each([
  [0, '-'],
  [20, '<0.1s'],
  [640, '0.6s'],
  [20_400, '20s'],
  [595_000, '9m 55s'],
  [14_280_000, '3h 58m'],
])('%d ms are rounded to the duration %s', (ms, text) => {
  expect(roundDuration(ms)).toBe(text);
});
