import { describe, expect, test } from '@jest/globals';
import { endOfCalls, requestTimes } from '../../../shared/middleware/timing.ts';

const STARTED_AT = 5_000;
const timesOf = (remaining: number | undefined) =>
  requestTimes(remaining === undefined ? {} : { getRemainingTimeInMillis: () => remaining }, STARTED_AT);
const endOf = (remaining: number | undefined): number => timesOf(remaining).callsEndAt - STARTED_AT;

describe('the calls of an invocation', () => {
  test.each([
    [10_000, 9_000],
    [2_000, 1_000],
    [1_000, 500],
    [300, 150],
  ])(
    'the calls of an invocation with %i ms left end after %i ms, so that there is time to respond',
    (remaining, expected) => {
      expect(endOf(remaining)).toBe(expected);
    },
  );

  test.each([
    [10_000, 9_500],
    [1_000, 750],
    [300, 225],
  ])(
    'an invocation with %i ms left ends its last calls, which follow those to the sources, after %i ms',
    (remaining, expected) => {
      expect(timesOf(remaining).closingEndsAt - STARTED_AT).toBe(expected);
    },
  );

  test('the calls of an invocation have no deadline if Lambda gives no remaining time, or the time is over', () => {
    expect([undefined, 0, -60_000].map(endOf)).toEqual(Array(3).fill(Number.POSITIVE_INFINITY));
  });

  test.each([
    [9_000, 8_000, 8_000],
    [150, 8_000, 150],
    [Number.POSITIVE_INFINITY, 8_000, 8_000],
  ])(
    'calls with at most %p ms left, at an endpoint with a deadline of %i ms, end after %i ms',
    (latest, deadline, expected) => {
      const timing = { startedAt: STARTED_AT, callsEndAt: STARTED_AT + latest };
      expect(endOfCalls(timing, { deadline })).toBe(STARTED_AT + expected);
    },
  );
});
