import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../aws/deadline.ts';
import { type Call, retryCall } from '../../aws/retry-call.ts';
import { isThrottled } from './athena-errors.ts';
import { MAX_THROTTLED_MS, THROTTLED_MS } from './athena-times.ts';

/** Waits. If the deadline would pass meanwhile, returns false at once. */
export const pauseFor = async (milliseconds: number, { signal, endsAt }: Deadline): Promise<boolean> => {
  if (performance.now() + milliseconds >= endsAt) return false;
  return sleep(milliseconds, true, { signal }).catch(() => false);
};

/**
 * Calls Athena. Repeats calls that were refused because there were too many, with growing pauses, as long as there is
 * time. Half of a pause is random, so that environments that were refused together do not call again together.
 * @throws the last error of the client.
 */
export const callAthena = async <Result>(call: Call<Result>, deadline: Deadline): Promise<Result> => {
  for (let pause = THROTTLED_MS; ; pause = Math.min(pause * 2, MAX_THROTTLED_MS)) {
    try {
      return await retryCall(call, deadline);
    } catch (error) {
      const wait = pause * (1 + Math.random());
      const isPatient = isThrottled(error) && wait <= (deadline.maxPauseMs ?? Number.POSITIVE_INFINITY);
      if (!isPatient || !(await pauseFor(wait, deadline))) throw error;
    }
  }
};
