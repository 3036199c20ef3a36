import { describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { retryCall } from '../../../shared/aws/retry-call.ts';

const SECOND = 1000;

const within = (milliseconds: number) => createDeadline(performance.now() + milliseconds);

const failure = (name: string, httpStatusCode?: number, more: object = {}): Error =>
  Object.assign(new Error(name), { name, ...(httpStatusCode && { $metadata: { httpStatusCode, ...more } }) });

/** A service that fails with each of these in turn, and then answers. */
const service = (...failures: readonly Error[]) => {
  const left = [...failures];
  const service = {
    calls: 0,
    call: async () => {
      service.calls += 1;
      const next = left.shift();
      if (next) throw next;
      return 'answer';
    },
  };
  return service;
};

describe('tries again', () => {
  test.each([
    ['a lost connection', failure('ECONNRESET')],
    ['a fault of the service', failure('InternalError', 500)],
    ['a service that is not there', failure('ServiceUnavailable', 503)],
    ['a refusal by rate', failure('ThrottlingException', 400)],
    ['an answer cut short', failure('SyntaxError', 200)],
    ['a clock that was set right', failure('RequestTimeTooSkewed', 403, { clockSkewCorrected: true })],
    [
      'a call that was signed with what a wrong clock had been corrected by',
      Object.assign(failure('RequestTimeTooSkewed', 403), { $response: { headers: { date: 'now' } } }),
    ],
  ])('%s', async (_, passing) => {
    const { call } = service(passing, passing);
    await expect(retryCall(call, within(5 * SECOND))).resolves.toBe('answer');
  });

  test('three times at most', async () => {
    const lasting = service(...Array.from({ length: 4 }, () => failure('SlowDown', 503)));
    await expect(retryCall(lasting.call, within(5 * SECOND))).rejects.toThrow('SlowDown');
    expect(lasting.calls).toBe(3);
  });
});

describe('does not try again', () => {
  test.each([
    ['what is not there', failure('NoSuchKey', 404)],
    ['what is denied', failure('AccessDenied', 403)],
    ['a database that is waking up', failure('DatabaseResumingException', 400)],
    ['what is denied, whatever the clock says', failure('AccessDenied', 403, { clockSkewCorrected: true })],
    ['a clock that stays wrong', failure('RequestTimeTooSkewed', 403)],
    ['missing credentials', failure('CredentialsProviderError')],
    ['what we refuse ourselves', failure('WallfeedError')],
  ])('%s', async (_, lasting) => {
    const once = service(lasting);
    await expect(retryCall(once.call, within(5 * SECOND))).rejects.toBe(lasting);
    expect(once.calls).toBe(1);
  });

  test('sooner than the service asks for', async () => {
    const busy = service(Object.assign(failure('SlowDown', 503), { $response: { headers: { 'retry-after': '7' } } }));
    await expect(retryCall(busy.call, within(5 * SECOND))).rejects.toThrow('SlowDown');
    expect(busy.calls).toBe(1);
  });

  test('what could not end in time', async () => {
    const slow = service(failure('SlowDown', 503));
    await expect(retryCall(slow.call, within(90))).rejects.toThrow('SlowDown');
    expect(slow.calls).toBe(1);
  });
});

describe('at its deadline', () => {
  test('a call ends even when it takes no notice', async () => {
    const deaf = () => new Promise(() => undefined);
    await expect(retryCall(deaf, within(20))).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('a call is told to end', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const call = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => resolve('told'));
      return new Promise(() => undefined);
    };
    await expect(retryCall(call, within(20))).rejects.toThrow();
    expect(await promise).toBe('told');
  });

  test('no call begins after it', async () => {
    const { signal, endsAt } = within(1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    const late = service();
    await expect(retryCall(late.call, { signal, endsAt })).rejects.toThrow();
    expect(late.calls).toBe(0);
  });
});
