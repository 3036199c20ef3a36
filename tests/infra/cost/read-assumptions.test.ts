import { describe, expect, test } from '@jest/globals';
import { billedTimesOf } from '../../../infra/cost/assumptions.ts';
import { readAssumptions } from '../../../infra/cost/read-assumptions.ts';

describe('the options of npm run cost', () => {
  test.each([
    [{ refresh: '5m' }, { refreshSeconds: 300 }],
    [{ screens: '12' }, { screens: 12 }],
    [{ hours: '9.5x22' }, { hoursADay: 9.5, daysAMonth: 22 }],
    [
      { read: '1.5s', hit: '5ms', cold: '2s' },
      { readMs: 1500, hitMs: 5, coldMs: 2000 },
    ],
    [
      { body: '1.5MB', log: '0B', result: '64KB' },
      { bodyBytes: 1_500_000, logBytes: 0, resultBytes: 64_000 },
    ],
    [
      { environments: '2', life: '90m', idle: '600s' },
      { environments: 2, lifeSeconds: 5400, idleSeconds: 600 },
    ],
    [{ acu: '0.5' }, { acu: 0.5 }],
    [{ read: '2ms' }, { readMs: 2, hitMs: 2 }],
    [{ read: '1s' }, { readMs: 1000, coldMs: 1000 }],
  ])('the options %j of npm run cost become assumptions', (values, expected) => {
    expect(readAssumptions(values)).toMatchObject(expected);
  });

  test.each([
    [{ refresh: '10' }, "--refresh must be a duration such as 10s, 5m or 2h, not '10'"],
    [{ refresh: '0s' }, '--refresh must be'],
    [{ refresh: '2d' }, "--refresh must be from 1s to 1d, not '2d'"],
    [{ screens: '1.5' }, "--screens must be a whole number such as 3, not '1.5'"],
    [{ screens: '-1' }, '--screens must be'],
    [{ body: '4' }, "--body must be a size such as 800B, 4KB or 1MB, not '4'"],
    [{ body: '7MB' }, '--body must be'],
    [{ acu: '0' }, '--acu must be'],
    [{ read: 'constructor' }, '--read must be'],
    [{ hours: '24' }, "--hours must be hours a day x days a month, such as 24x30 or 9.5x22, not '24'"],
    [{ hours: '25x30' }, '--hours must be'],
    [{ hours: '0x30' }, '--hours must be'],
    [{ hours: '24x32' }, '--hours must be'],
  ])('the options %j of npm run cost are refused', (values, expected) => {
    expect(() => readAssumptions(values)).toThrow(expected);
  });
});

describe('durations without an option', () => {
  test.each([128, 256, 512, 1024])('durations without an option are those measured with %i MB', (memoryMb) => {
    expect(readAssumptions({}, memoryMb)).toMatchObject(billedTimesOf(memoryMb));
  });

  test('without an option for a duration, the cost estimate takes the one measured at the next smaller memory size', () => {
    expect(readAssumptions({ cold: '9s' }, 768)).toMatchObject({ ...billedTimesOf(512), coldMs: 9_000 });
  });
});
