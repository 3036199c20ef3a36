import { getEventListeners, once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { endedBy, hedgeCall, retryCall } from '../../../shared/aws/retry-call.ts';

const SECOND_MS = 1000;
/** Time limit for calls that always end. Even on a busy machine, they end in time. */
const MINUTE_MS = 60_000;

const within = (milliseconds: number) => createDeadline(performance.now() + milliseconds);

const failure = (name: string, httpStatusCode?: number, more: object = {}): Error =>
  Object.assign(new Error(name), { name, ...(httpStatusCode && { $metadata: { httpStatusCode, ...more } }) });

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
    await expect(retryCall(call, within(MINUTE_MS))).resolves.toBe('answer');
  });

  test('a call is retried at most twice, so that there are three calls', async () => {
    const lasting = service(...Array.from({ length: 4 }, () => failure('SlowDown', 503)));
    await expect(retryCall(lasting.call, within(MINUTE_MS))).rejects.toThrow('SlowDown');
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

const HEDGE_DELAY_MS = 20;

let calls: ServerResponse[] = [];
/** A promise for each call, which resolves when the connection of the call is closed. */
let closed: Promise<unknown>[] = [];
/** Replies of the service, one for each call. Calls beyond the list get no reply. */
let script: readonly ((response: ServerResponse) => unknown)[] = [];
let port = 0;

const server = createServer((_, response) => {
  const act = script[calls.push(response) - 1];
  closed.push(once(response, 'close'));
  act?.(response);
});

const silent = () => undefined;
const answer = (body: string) => (response: ServerResponse) => response.end(body);
const fail = (status: number) => (response: ServerResponse) => response.writeHead(status).end();
const toFirst = (act: (response: ServerResponse) => unknown) => () => act(calls[0] as ServerResponse);

const ask = async (signal: AbortSignal): Promise<string> => {
  const [response] = (await once(get({ port, signal, agent: false }), 'response')) as [IncomingMessage];
  const { statusCode: httpStatusCode = 0 } = response;
  const body = await text(response);
  if (httpStatusCode < 400) return body;
  throw Object.assign(new Error(`status ${httpStatusCode}`), { $metadata: { httpStatusCode } });
};

const hedged = (): Promise<string> => retryCall(hedgeCall(ask, HEDGE_DELAY_MS), within(MINUTE_MS));

const hedgedUntil = (signal: AbortSignal): Promise<string> =>
  retryCall(hedgeCall(ask, HEDGE_DELAY_MS), { signal, endsAt: Number.POSITIVE_INFINITY });

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  [calls, closed] = [[], []];
});
afterEach(() => server.closeAllConnections());
afterAll(() => once(server.close(), 'close'));

describe('a hedged call to a service that does not answer', () => {
  test('a hedged call takes the response of the second call if it comes first, and aborts the first call', async () => {
    script = [silent, answer('second')];
    expect(await hedged()).toBe('second');
    await Promise.all(closed);
    expect(calls.map(({ writableEnded }) => writableEnded)).toEqual([false, true]);
  });

  test('a hedged call takes the response of the first call if it comes first, and aborts the second call', async () => {
    script = [silent, toFirst(answer('first'))];
    expect(await hedged()).toBe('first');
    await Promise.all(closed);
    expect(calls.map(({ writableEnded }) => writableEnded)).toEqual([true, false]);
  });

  test('a call that fails while the other call gets no response is retried', async () => {
    script = [silent, fail(503), answer('third')];
    expect(await hedged()).toBe('third');
    await Promise.all(closed);
    expect(calls.map(({ writableEnded }) => writableEnded)).toEqual([false, true, true]);
  });

  test('a hedged call makes no more than three calls', async () => {
    const request = new AbortController();
    const { promise: thirdCall, resolve } = Promise.withResolvers<unknown>();
    script = [silent, fail(503), (response) => resolve(fail(503)(response)), answer('fourth')];
    const work = hedgedUntil(request.signal);
    await thirdCall;
    await sleep(400);
    request.abort();
    await expect(work).rejects.toThrow();
    expect(calls).toHaveLength(3);
  });

  test('a hedged call makes no further call after its deadline', async () => {
    const request = new AbortController();
    script = [silent, () => request.abort(), answer('third')];
    const work = hedgedUntil(request.signal);
    await expect(work).rejects.toThrow();
    await Promise.all(closed);
    await sleep(400);
    expect(calls).toHaveLength(2);
  });

  test('a hedged call takes a status that cannot be retried as the response', async () => {
    script = [silent, fail(404)];
    await expect(hedged()).rejects.toThrow('status 404');
    await Promise.all(closed);
    expect(calls).toHaveLength(2);
  });

  test('a hedged call is retried if both calls fail', async () => {
    script = [
      silent,
      (response) => {
        toFirst(fail(503))();
        fail(503)(response);
      },
      answer('third'),
    ];
    expect(await hedged()).toBe('third');
  });
});

test('the second of two hedged calls is aborted if their responses arrive together', async () => {
  const begun: { readonly signal: AbortSignal; readonly resolve: (answer: string) => void }[] = [];
  const call = (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    begun.push({ signal, resolve });
    if (begun.length === 2) for (const call of begun) call.resolve('answer');
    return promise;
  };
  await hedgeCall(call, 1)(new AbortController().signal);
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([false, true]);
});

describe('a response that stops midway', () => {
  const readParts = async (signal: AbortSignal, onProgress: () => void): Promise<string> => {
    const [response] = (await once(get({ port, signal, agent: false }), 'response')) as [IncomingMessage];
    response.on('data', onProgress);
    return text(response);
  };
  const read = () => retryCall(hedgeCall(readParts, 4 * HEDGE_DELAY_MS), within(MINUTE_MS));

  test('a response that stops midway is requested again, and the second response is taken', async () => {
    script = [(response) => response.write('fi'), answer('second')];
    expect(await read()).toBe('second');
    expect(calls).toHaveLength(2);
  });
});

describe('a call that never settles', () => {
  let begun = 0;
  const deaf = () => {
    begun += 1;
    return new Promise(() => undefined);
  };
  beforeEach(() => {
    begun = 0;
  });

  test('a call that never settles is hedged only once', async () => {
    await expect(retryCall(hedgeCall(deaf, 5), within(100))).rejects.toThrow();
    expect(begun).toBe(2);
  });

  test('a call that never settles is not hedged after the deadline, even if it ignores its abort signal', async () => {
    await expect(retryCall(hedgeCall(deaf, 40), within(10))).rejects.toThrow();
    await sleep(80);
    expect(begun).toBe(1);
  });
});
