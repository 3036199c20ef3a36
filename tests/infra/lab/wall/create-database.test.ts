import { expect, test } from '@jest/globals';
import { createDatabase } from '../../../../infra/lab/wall/create-database.ts';

const database = () => createDatabase({ pause: 300, resume: 15 });

test('a simulated database begins paused, and refuses calls until it has resumed', () => {
  const simulated = database();
  expect([100, 110, 114, 115, 116].map(simulated.ask)).toEqual([false, false, false, true, true]);
  expect(simulated.record(200)).toEqual({ wakeUps: 1, awake: 100, longestGap: 10 });
});

test('a simulated database pauses at the given time after its last call, and not earlier', () => {
  const simulated = database();
  expect([0, 15, 314, 614].map(simulated.ask)).toEqual([false, true, true, false]);
  expect(simulated.record(620)).toEqual({ wakeUps: 2, awake: 614 + 6, longestGap: 300 });
});

test('a simulated database pauses again if no call follows the one that woke it', () => {
  const simulated = database();
  simulated.ask(0);
  expect(simulated.record(1000)).toEqual({ wakeUps: 1, awake: 315, longestGap: 0 });
  expect(simulated.ask(1000)).toBe(false);
});

test('a refused call does not keep a simulated database awake', () => {
  const simulated = database();
  expect([0, 14, 314, 315].map(simulated.ask)).toEqual([false, false, true, true]);
  const unasked = database();
  expect([0, 14, 315].map(unasked.ask)).toEqual([false, false, false]);
});
