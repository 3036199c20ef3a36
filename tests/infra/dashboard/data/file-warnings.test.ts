import { expect, test } from '@jest/globals';
import { fileWarnings } from '../../../../infra/dashboard/data/file-warnings.ts';
import type { WindowConfig } from '../../../../shared/config/selection.ts';

const MINUTE_MS = 60_000;
/** Midnight in the dashboard's time zone. */
const MIDNIGHT = Date.UTC(2026, 10, 20, 16);

/** Returns the warnings of a file whose newest row is some minutes old, at a time some minutes after midnight. */
const warningsOf = (last: WindowConfig['last'], afterMidnight: number, age: number): readonly string[] => {
  const now = MIDNIGHT + afterMidnight * MINUTE_MS;
  const window = { of: 'At', last } as WindowConfig;
  const newest = now - age * MINUTE_MS;
  const file = { window, newest, bytes: 100, isRescanned: false, notes: [], isEncodingGuessed: false };
  const surroundings = { timezone: 'Asia/Shanghai', memory: 256, now };
  return fileWarnings(file, surroundings).map(({ message }) => message);
};

test('shortly after midnight, a file that is written every hour gets no warning that today has no rows', () => {
  expect(warningsOf('today', 20, 25)).toEqual([]);
  expect(warningsOf('today', 20, 59)).toEqual([]);
});

test('a file whose newest row is an hour old gets a warning that today has no rows', () => {
  expect(warningsOf('today', 20, 60)).toEqual([
    'the newest row is from 2026-11-20 23:20:00, 1 hour ago: the window of today has no rows',
  ]);
});

test('a file with no row in a window of minutes gets a warning with the age of its newest row in minutes', () => {
  expect(warningsOf(30 * MINUTE_MS, 600, 45)).toEqual([
    'the newest row is from 2026-11-21 09:15:00, 45 minutes ago: the window of the last 30m has no rows',
  ]);
});
