import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createRequestQueue } from '../../../../infra/local/runtime/create-pool.ts';

const PATIENCE_MS = 1_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('the request that has waited longest gets the next turn', async () => {
  const queue = createRequestQueue(PATIENCE_MS);
  const turns: string[] = [];
  for (const name of ['first', 'second']) void queue.join().then((turn) => turns.push(`${name} ${turn}`));
  queue.call('place');
  await jest.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['first place']);
});

test('an empty queue has no request to call', () => {
  expect(createRequestQueue(PATIENCE_MS).call('place')).toBe(false);
});

test('a request leaves the queue after its maximum wait', async () => {
  const queue = createRequestQueue(PATIENCE_MS);
  const turn = queue.join();
  await jest.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(await turn).toBe('none');
});

test('a request that has waited longer than the maximum is not handled', async () => {
  const queue = createRequestQueue(PATIENCE_MS);
  const impatient = queue.join();
  await jest.advanceTimersByTimeAsync(PATIENCE_MS / 2);
  const patient = queue.join();
  await jest.advanceTimersByTimeAsync(PATIENCE_MS / 2);
  expect(queue.call('place')).toBe(true);
  expect(await Promise.all([impatient, patient])).toEqual(['none', 'place']);
});
