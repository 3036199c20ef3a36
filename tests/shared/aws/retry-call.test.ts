import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { endedBy, retryCall } from '../../../shared/aws/retry-call.ts';

const SECOND_MS = 1000;

const within = (milliseconds: number) => createDeadline(performance.now() + milliseconds);

const failure = (name: string, httpStatusCode?: number, more: object = {}): Error =>
  Object.assign(new Error(name), { name, ...(httpStatusCode && { $metadata: { httpStatusCode, ...more } }) });

/** Returns a service that fails with each of these errors in turn, and then succeeds. */
const service = (...failures: readonly Error[]) => {
  const failuresLeft = [...failures];
  const service = {
    calls: 0,
    call: async () => {
      service.calls += 1;
      const failure = failuresLeft.shift();
      if (failure) throw failure;
      return 'answer';
    },
  };
  return service;
};

describe('calls that are retried', () => {
  test.each([
    ['a lost connection', failure('ECONNRESET')],
    ['an internal error of the service', failure('InternalError', 500)],
    ['an unavailable service', failure('ServiceUnavailable', 503)],
    ['throttling', failure('ThrottlingException', 400)],
    ['a response that was cut short', failure('SyntaxError', 200)],
    ['a clock skew that the client has corrected', failure('RequestTimeTooSkewed', 403, { clockSkewCorrected: true })],
    [
      'a refused signature with a corrected clock',
      Object.assign(failure('RequestTimeTooSkewed', 403), { $response: { headers: { date: 'now' } } }),
    ],
  ])('a call is retried after %s', async (_, passing) => {
    const { call } = service(passing, passing);
    await expect(retryCall(call, within(5 * SECOND_MS))).resolves.toBe('answer');
  });

  test('a call is retried at most twice, so that there are three calls', async () => {
    const lasting = service(...Array.from({ length: 4 }, () => failure('SlowDown', 503)));
    await expect(retryCall(lasting.call, within(5 * SECOND_MS))).rejects.toThrow('SlowDown');
    expect(lasting.calls).toBe(3);
  });
});

describe('calls that are not retried', () => {
  test.each([
    ['a missing object', failure('NoSuchKey', 404)],
    ['denied access', failure('AccessDenied', 403)],
    ['a database that is waking up', failure('DatabaseResumingException', 400)],
    ['denied access with a corrected clock', failure('AccessDenied', 403, { clockSkewCorrected: true })],
    ['a clock skew that the client did not correct', failure('RequestTimeTooSkewed', 403)],
    ['missing credentials', failure('CredentialsProviderError')],
    ['an error of our own', failure('WallfeedError')],
  ])('a call is not retried after %s', async (_, lasting) => {
    const once = service(lasting);
    await expect(retryCall(once.call, within(5 * SECOND_MS))).rejects.toBe(lasting);
    expect(once.calls).toBe(1);
  });

  test('a call is not retried if Retry-After is beyond the deadline', async () => {
    const busy = service(Object.assign(failure('SlowDown', 503), { $response: { headers: { 'retry-after': '7' } } }));
    await expect(retryCall(busy.call, within(5 * SECOND_MS))).rejects.toThrow('SlowDown');
    expect(busy.calls).toBe(1);
  });

  test('a call is not retried if too little time is left before the deadline', async () => {
    const slow = service(failure('SlowDown', 503));
    await expect(retryCall(slow.call, within(90))).rejects.toThrow('SlowDown');
    expect(slow.calls).toBe(1);
  });
});

describe('the deadline of a call', () => {
  test('the deadline ends a call that ignores its abort signal', async () => {
    const deaf = () => new Promise(() => undefined);
    await expect(retryCall(deaf, within(20))).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('the deadline aborts the signal of the call', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const call = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => resolve('told'));
      return new Promise(() => undefined);
    };
    await expect(retryCall(call, within(20))).rejects.toThrow();
    expect(await promise).toBe('told');
  });

  test('no call begins after the deadline', async () => {
    const { signal, endsAt } = within(1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    const late = service();
    await expect(retryCall(late.call, { signal, endsAt })).rejects.toThrow();
    expect(late.calls).toBe(0);
  });
});

test('a call that ends leaves no listener on the signal of its request', async () => {
  const { signal } = within(SECOND_MS);
  await endedBy(Promise.resolve('answer'), signal);
  await expect(endedBy(Promise.reject(new Error('refused')), signal)).rejects.toThrow('refused');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
