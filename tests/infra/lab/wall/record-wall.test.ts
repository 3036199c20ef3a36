import { expect, test } from '@jest/globals';
import type { Answer } from '../../../../infra/lab/wall/ask-function.ts';
import { createWallRecorder } from '../../../../infra/lab/wall/record-wall.ts';

const FRESH: Answer = { state: 'fresh', age: 0 };
const STALE: Answer = { state: 'stale', age: 40, reason: 'SOURCE_RESUMING' };
const FAILED: Answer = { state: 'failed', age: 0, reason: 'SOURCE_RESUMING' };
const place = { screen: 0, component: 0, asks: [] };
const other = { screen: 1, component: 0, asks: [] };

test('a component shows each response until the next one', () => {
  const { note, turnOff, record, counts } = createWallRecorder(1);
  note(place, FAILED, 0, 10);
  note(place, FAILED, 100, 110);
  note(place, FRESH, 200, 205);
  note(place, STALE, 300, 310);
  note(other, FRESH, 300, 300);
  turnOff(400);
  expect(record()).toEqual({
    shown: 390 + 100,
    blank: 195,
    stale: 90,
    longestBlank: 195,
    longestStale: 90,
    oldest: 40,
    slowest: 10,
  });
  expect(counts()).toEqual({
    states: { fresh: 2, hit: 0, revalidated: 0, stale: 1, failed: 2 },
    failures: { SOURCE_RESUMING: 2 },
    reasons: { SOURCE_RESUMING: 1 },
  });
});

test('a response that arrives after the screens went off is not shown, and a component counts as blank only until they went off', () => {
  const { note, turnOff, record, counts } = createWallRecorder(1);
  note(place, FAILED, 0, 10);
  turnOff(100);
  note(place, FAILED, 95, 105);
  note(place, FAILED, 1000, 1010);
  turnOff(1100);
  expect(record()).toMatchObject({ shown: 180, blank: 180, longestBlank: 90 });
  expect(counts().states.failed).toBe(3);
});

test('the times in which a component is blank or stale are recorded for each component', () => {
  const { note, countsOf } = createWallRecorder(2);
  note(place, FRESH, 0, 1);
  note({ ...place, component: 1 }, FAILED, 0, 1);
  expect([countsOf(0).states.fresh, countsOf(0).states.failed]).toEqual([1, 0]);
  expect([countsOf(1).states.fresh, countsOf(1).states.failed]).toEqual([0, 1]);
});
