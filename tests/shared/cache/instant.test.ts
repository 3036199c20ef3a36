import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { instantOf, isWithin, now, since } from '../../../shared/cache/instant.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('time goes by on both clocks', () => {
  const then = now();
  jest.advanceTimersByTime(1500);
  expect(since(then)).toBe(1500);
});

test('a clock that is set back makes nothing younger', () => {
  const then = now();
  jest.advanceTimersByTime(1000);
  jest.setSystemTime(Date.now() - 3_600_000);
  expect(since(then)).toBe(1000);
});

test('a clock that is set on may make it older: the steady one may have stood meanwhile', () => {
  const then = now();
  jest.setSystemTime(Date.now() + 3_600_000);
  expect(since(then)).toBe(3_600_000);
});

test('a moment known from the wall alone is as old as the wall says, and never from the future', () => {
  expect(since(instantOf(Date.now() - 2000))).toBe(2000);
  expect(since(instantOf(Date.now() + 2000))).toBe(0);
});

test('what was made under a clock that ran ahead is within no time, once that is set right', () => {
  const then = now();
  expect(isWithin(then, 1000)).toBe(true);
  jest.setSystemTime(Date.now() - 1000);
  expect(isWithin(then, 1000)).toBe(true);
  jest.setSystemTime(Date.now() - 3_600_000);
  expect(isWithin(then, 1000)).toBe(false);
  jest.setSystemTime(Date.now() + 3_601_000);
  expect(isWithin(then, 1000)).toBe(true);
  jest.advanceTimersByTime(1000);
  expect(isWithin(then, 1000)).toBe(false);
});
