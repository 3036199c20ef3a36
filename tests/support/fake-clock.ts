import { afterEach, beforeEach, jest } from '@jest/globals';

/** Fakes the clock in each test of a file, and the timeouts of `AbortSignal`, which the fake timers of Jest leave real. */
export const fakeClock = (): void => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      return controller.signal;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
};
