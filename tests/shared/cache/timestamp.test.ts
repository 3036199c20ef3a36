import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { isWithin, now, since, timestampOf } from '../../../shared/cache/timestamp.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('an age is the time passed since a timestamp', () => {
  const before = now();
  jest.advanceTimersByTime(1500);
  expect(since(before)).toBe(1500);
});

test('setting the wall clock back makes no timestamp more recent', () => {
  const before = now();
  jest.advanceTimersByTime(1000);
  jest.setSystemTime(Date.now() - 3_600_000);
  expect(since(before)).toBe(1000);
});

test('setting the wall clock forward makes timestamps older, as the monotonic clock may have stood still', () => {
  const before = now();
  jest.setSystemTime(Date.now() + 3_600_000);
  expect(since(before)).toBe(3_600_000);
});

test('a timestamp of the wall clock alone has the age by that clock, and never a negative age', () => {
  expect(since(timestampOf(Date.now() - 2000))).toBe(2000);
  expect(since(timestampOf(Date.now() + 2000))).toBe(0);
});

test('a timestamp of a clock that ran ahead counts as expired once the clock is correct', () => {
  const before = now();
  expect(isWithin(before, 1000)).toBe(true);
  jest.setSystemTime(Date.now() - 1000);
  expect(isWithin(before, 1000)).toBe(true);
  jest.setSystemTime(Date.now() - 3_600_000);
  expect(isWithin(before, 1000)).toBe(false);
  jest.setSystemTime(Date.now() + 3_601_000);
  expect(isWithin(before, 1000)).toBe(true);
  jest.advanceTimersByTime(1000);
  expect(isWithin(before, 1000)).toBe(false);
});
