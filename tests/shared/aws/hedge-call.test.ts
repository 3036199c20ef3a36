import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { hedgeCall } from '../../../shared/aws/hedge-call.ts';
import { retryCall } from '../../../shared/aws/retry-call.ts';

const PATIENCE = 20;

/** The calls that the service got, and how it was left by them. */
let calls: ServerResponse[] = [];
let closed: Promise<unknown>[] = [];
/** What it does at each of them; at later ones nothing. */
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
const drop = (response: ServerResponse) => response.destroy();
/** Something befalls the first call when this one comes. */
const toFirst = (act: (response: ServerResponse) => unknown) => () => act(calls[0] as ServerResponse);

const ask = async (signal: AbortSignal): Promise<string> => {
  const [response] = (await once(get({ port, signal, agent: false }), 'response')) as [IncomingMessage];
  const { statusCode: httpStatusCode = 0 } = response;
  const body = await text(response);
  if (httpStatusCode < 400) return body;
  throw Object.assign(new Error(`status ${httpStatusCode}`), { $metadata: { httpStatusCode } });
};

const hedged = (milliseconds = 5_000): Promise<string> =>
  retryCall(hedgeCall(ask, PATIENCE), createDeadline(performance.now() + milliseconds));

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  [calls, closed] = [[], []];
});
afterEach(() => server.closeAllConnections());
afterAll(() => once(server.close(), 'close'));

test('a service that answers is asked once', async () => {
  script = [answer('first')];
  expect(await hedged()).toBe('first');
  await sleep(3 * PATIENCE);
  expect(calls).toHaveLength(1);
});

describe('a service that is silent is asked once more, and', () => {
  test('the second answer is taken when it is there first; the first call ends', async () => {
    script = [silent, answer('second')];
    expect(await hedged()).toBe('second');
    await Promise.all(closed);
    expect(calls.map(({ writableEnded }) => writableEnded)).toEqual([false, true]);
  });

  test('the first answer is taken when it is there first; the second call ends', async () => {
    script = [silent, toFirst(answer('first'))];
    expect(await hedged()).toBe('first');
    await Promise.all(closed);
    expect(calls.map(({ writableEnded }) => writableEnded)).toEqual([true, false]);
  });

  test.each([
    ['breaks', drop],
    ['fails', fail(503)],
  ])('a call that %s leaves the other to answer', async (_, act) => {
    script = [
      silent,
      (response) => {
        toFirst(act)();
        setTimeout(answer('second'), 2 * PATIENCE, response);
      },
    ];
    expect(await hedged()).toBe('second');
    expect(calls).toHaveLength(2);
  });

  test('a call that fails beside one that stays silent is made again', async () => {
    script = [silent, fail(503), answer('third')];
    expect(await hedged()).toBe('third');
    await Promise.all(closed);
    expect(calls.map(({ writableEnded }) => writableEnded)).toEqual([false, true, true]);
  });

  test('but no more than three are made', async () => {
    script = [silent, fail(503), fail(503), answer('fourth')];
    await expect(hedged(1_000)).rejects.toThrow();
    expect(calls).toHaveLength(3);
  });

  test('none is made again once all are ended', async () => {
    script = [silent, silent, answer('third')];
    await expect(hedged(100)).rejects.toThrow();
    await Promise.all(closed);
    await sleep(400);
    expect(calls).toHaveLength(2);
  });

  test('a refusal is an answer', async () => {
    script = [silent, fail(404)];
    await expect(hedged()).rejects.toThrow('status 404');
    await Promise.all(closed);
    expect(calls).toHaveLength(2);
  });

  test('when both fail, both are tried again', async () => {
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

test('of two answers at one moment the other is ended, whatever of it is still on its way', async () => {
  const begun: { readonly signal: AbortSignal; readonly resolve: (answer: string) => void }[] = [];
  const call = (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    begun.push({ signal, resolve });
    if (begun.length === 2) for (const one of begun) one.resolve('answer');
    return promise;
  };
  await hedgeCall(call, 1)(new AbortController().signal);
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([false, true]);
});

test('one that fails at once is not asked beside the next attempt', async () => {
  script = [fail(503), answer('second')];
  expect(await hedged()).toBe('second');
  await sleep(3 * PATIENCE);
  expect(calls).toHaveLength(2);
});

describe('a response that stops midway', () => {
  /** Takes its parts as they come, and says so. */
  const readParts = async (signal: AbortSignal, onProgress: () => void): Promise<string> => {
    const [response] = (await once(get({ port, signal, agent: false }), 'response')) as [IncomingMessage];
    response.on('data', onProgress);
    return text(response);
  };
  const read = () => retryCall(hedgeCall(readParts, 4 * PATIENCE), createDeadline(performance.now() + 5_000));

  test('is asked for again, and the second response is taken', async () => {
    script = [(response) => response.write('fi'), answer('second')];
    expect(await read()).toBe('second');
    expect(calls).toHaveLength(2);
  });

  test('is not asked for again as long as parts of it arrive', async () => {
    script = [
      async (response) => {
        for (let part = 0; part < 8; part++) {
          response.write('x');
          await sleep(PATIENCE);
        }
        response.end();
      },
    ];
    expect(await read()).toBe('xxxxxxxx');
    expect(calls).toHaveLength(1);
  });
});

describe('where nothing ever comes', () => {
  let begun = 0;
  const deaf = () => {
    begun += 1;
    return new Promise(() => undefined);
  };
  beforeEach(() => {
    begun = 0;
  });

  test('there are two calls at most', async () => {
    await expect(retryCall(hedgeCall(deaf, 5), createDeadline(performance.now() + 100))).rejects.toThrow();
    expect(begun).toBe(2);
  });

  test('no call begins after the deadline, even where one takes no notice of it', async () => {
    await expect(retryCall(hedgeCall(deaf, 40), createDeadline(performance.now() + 10))).rejects.toThrow();
    await sleep(80);
    expect(begun).toBe(1);
  });
});
