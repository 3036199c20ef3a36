import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { hedgeCall } from '../../../shared/aws/retry-call.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const DELAY_MS = 2_000;
/** Longer than all pauses before a call is retried. */
const LONG_MS = 60_000;

interface BegunCall extends PromiseWithResolvers<string> {
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

let begun: BegunCall[] = [];

const call = (signal: AbortSignal, onProgress: () => void): Promise<string> => {
  const controls = Promise.withResolvers<string>();
  begun.push({ ...controls, signal, onProgress });
  return controls.promise;
};

const hedge = (): Promise<string> => hedgeCall(call, DELAY_MS)(new AbortController().signal);

const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

fakeClock();
beforeEach(() => {
  begun = [];
});

test('a service that answers in time is called once', async () => {
  const work = hedge();
  await pass(DELAY_MS - 1);
  begun[0]?.resolve('first');
  expect(await work).toBe('first');
  await pass(LONG_MS);
  expect(begun).toHaveLength(1);
});

test('a call that fails in time ends without a hedged call', async () => {
  const work = hedge();
  begun[0]?.reject(new Error('refused'));
  await expect(work).rejects.toThrow('refused');
  await pass(LONG_MS);
  expect(begun).toHaveLength(1);
});

test.each([
  ['loses its connection', new Error('socket hang up')],
  ['gets status 503', Object.assign(new Error('busy'), { $metadata: { httpStatusCode: 503 } })],
])('a hedged call waits for the other call if one %s', async (_, failure) => {
  const work = hedge();
  await pass(DELAY_MS);
  begun[0]?.reject(failure);
  await pass(99);
  begun[1]?.resolve('second');
  expect(await work).toBe('second');
  await pass(LONG_MS);
  expect(begun).toHaveLength(2);
});

describe('a response that arrives in parts', () => {
  test('a response is not requested again as long as parts of it arrive', async () => {
    const work = hedge();
    for (let part = 0; part < 8; part++) {
      await pass(DELAY_MS - 1);
      begun[0]?.onProgress();
    }
    expect(begun).toHaveLength(1);
    begun[0]?.resolve('whole');
    expect(await work).toBe('whole');
  });

  test('a response is requested again after a pause between its parts', async () => {
    const work = hedge();
    await pass(DELAY_MS - 1);
    begun[0]?.onProgress();
    await pass(DELAY_MS);
    expect(begun).toHaveLength(2);
    begun[1]?.resolve('second');
    expect(await work).toBe('second');
    expect(begun[0]?.signal.aborted).toBe(true);
  });
});
