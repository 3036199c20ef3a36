import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type EmulatorServer,
  startEmulatorServer,
} from '../../../../../infra/local/emulators/server/emulator-server.ts';

const TEXT = 'All of the answer.';

let emulator: EmulatorServer;
beforeAll(async () => {
  emulator = await startEmulatorServer({
    answer: ({ body }, response) => response.writeHead(200, { 'content-length': TEXT.length }).end(`${TEXT}${body}`),
    errors: { skewed: 'Skewed', unsigned: 'Unsigned', unknownKey: 'UnknownKey', wrongSignature: 'Wrong' },
    refuse: (response, { error, status = 418 }) => response.writeHead(status).end(error),
  });
});
afterAll(() => emulator.close());
beforeEach(() => emulator.clearFaults());

const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=local' };

interface ReceivedResponse {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly pieces: readonly string[];
  readonly ending: 'whole' | 'cut' | 'silent';
}

/** Time limit for responses that always arrive. Even a busy machine sends them in time. */
const ANSWER_MS = 60_000;
/** Time without a response after which a call counts as silent. It may be short, because silent calls get no response. */
const NO_RESPONSE_MS = 300;
/** Time from the headers until a body counts as silent. All bytes that are sent arrive together with the headers. */
const NO_BODY_MS = 1_000;

/** Limits the times for which `ask` waits: for the response, and then for its body. */
interface Patience {
  readonly response?: number;
  readonly body?: number;
}

/** Ends with the body, or when the time for it has passed. */
const ask = async (
  path = '/a',
  headers: Record<string, string> = SIGNED,
  { response: responseMs = ANSWER_MS, body: bodyMs = ANSWER_MS }: Patience = {},
): Promise<ReceivedResponse> => {
  const sent = request(`${emulator.url}${path}`, { headers, method: 'POST', agent: false }).end();
  sent.on('error', () => undefined);
  const end = () => sent.destroy(new Error('silent'));
  const waiting = setTimeout(end, responseMs);
  const [response] = (await once(sent, 'response').finally(() => clearTimeout(waiting))) as [IncomingMessage];
  const silence = AbortSignal.timeout(bodyMs);
  silence.addEventListener('abort', end);
  const pieces: string[] = [];
  let ending: ReceivedResponse['ending'] = 'whole';
  try {
    for await (const piece of response) pieces.push(String(piece));
  } catch {
    ending = silence.aborted ? 'silent' : 'cut';
  }
  return { status: response.statusCode, headers: response.headers, pieces, ending };
};

const whole = { status: 200, pieces: [TEXT], ending: 'whole' };

test('an emulator without faults sends complete responses, and counts calls by name', async () => {
  const before = emulator.calls.get('POST /counted') ?? 0;
  expect(await ask('/counted?x=1')).toMatchObject(whole);
  await ask('/counted');
  expect(emulator.calls.get('POST /counted')).toBe(before + 2);
  const operations = emulator.calls.get('AmazonSSM.GetParameter') ?? 0;
  await ask('/', { ...SIGNED, 'x-amz-target': 'AmazonSSM.GetParameter' });
  expect(emulator.calls.get('AmazonSSM.GetParameter')).toBe(operations + 1);
});

describe('a fault of an emulator', () => {
  test('a fault can be an error with a given status and Retry-After', async () => {
    emulator.fail({ error: 'SlowDown', status: 503, retryAfter: 7 });
    expect(await ask()).toMatchObject({ status: 503, pieces: ['SlowDown'], headers: { 'retry-after': '7' } });
    emulator.fail({ error: 'SlowDown' });
    expect(await ask()).toMatchObject({ status: 418 });
    expect(await ask()).toMatchObject(whole);
  });

  test('a fault can be a response that is not from the service', async () => {
    emulator.fail({ reply: '<html>', status: 502 });
    const { status, pieces, headers } = await ask();
    expect({ status, pieces, type: headers['content-type'] }).toEqual({
      status: 502,
      pieces: ['<html>'],
      type: 'text/html',
    });
  });

  test('a fault can cut the body, so that it is shorter than its Content-Length', async () => {
    emulator.fail({ cut: 5 });
    const { headers, ...answer } = await ask();
    expect(answer).toEqual({ status: 200, pieces: ['All o'], ending: 'cut' });
    expect(headers['content-length']).toBe(String(TEXT.length));
  });

  test.each([0, 5])('a fault can stall after the headers and %i bytes', async (stall) => {
    emulator.fail({ stall });
    const { pieces, ending, status } = await ask('/a', SIGNED, { body: NO_BODY_MS });
    expect({ status, text: pieces.join(''), ending }).toEqual({
      status: 200,
      text: TEXT.slice(0, stall),
      ending: 'silent',
    });
  });

  test('a fault can send the body slowly in pieces', async () => {
    emulator.fail({ drip: 6, every: 20 });
    expect(await ask()).toMatchObject({ pieces: ['All of', ' the a', 'nswer.'], ending: 'whole' });
  });

  test('a fault can delay a correct response', async () => {
    emulator.fail({ delay: 2 * ANSWER_MS });
    await expect(ask('/a', SIGNED, { response: NO_RESPONSE_MS })).rejects.toThrow('silent');
    emulator.fail({ delay: 20 });
    expect(await ask()).toMatchObject(whole);
  });

  test('a fault can send an endless body until the client disconnects', async () => {
    emulator.fail({ endless: 403 });
    const sent = request(emulator.url, { headers: SIGNED, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let taken = 0;
    for await (const piece of response) {
      taken += piece.length;
      if (taken > 4 * 1024 * 1024) break;
    }
    expect(response.statusCode).toBe(403);
    expect(taken).toBeGreaterThan(4 * 1024 * 1024);
  });

  test('a fault can drop the connection, or leave a call without a response', async () => {
    emulator.fail({ drop: true });
    await expect(ask()).rejects.toThrow('socket hang up');
    emulator.fail({ hang: true });
    await expect(ask('/a', SIGNED, { response: NO_RESPONSE_MS })).rejects.toThrow('silent');
    expect(await ask()).toMatchObject(whole);
  });
});

describe('the queue of faults', () => {
  test('a queued fault applies to matching calls, in the order of the queue', async () => {
    emulator.fail({ error: 'first', on: '/b' });
    emulator.fail({ error: 'second' });
    expect(await ask('/a')).toMatchObject({ pieces: ['second'] });
    expect(await ask('/a')).toMatchObject(whole);
    expect(await ask('/b')).toMatchObject({ pieces: ['first'] });
  });

  test('a queued fault applies to a given number of calls, or to all calls until the faults are cleared', async () => {
    emulator.fail({ error: 'twice', times: 2 });
    expect((await Promise.all([ask(), ask(), ask()])).map(({ status }) => status).sort()).toEqual([200, 418, 418]);
    emulator.fail({ error: 'always', times: Number.POSITIVE_INFINITY });
    for (let asked = 0; asked < 5; asked++) expect(await ask()).toMatchObject({ status: 418 });
    emulator.clearFaults();
    expect(await ask()).toMatchObject(whole);
  });

  test('a queued fault applies only to signed calls', async () => {
    emulator.fail({ error: 'signed alone' });
    expect(await ask('/a', {})).toMatchObject(whole);
    expect(await ask('/a')).toMatchObject({ status: 418 });
  });
});

describe('the signature of a request to an emulator', () => {
  const signedAt = (from: number) => ({
    ...SIGNED,
    'x-amz-date': new Date(Date.now() + from).toISOString().replace(/[-:]|\.\d+/g, ''),
  });
  const MINUTE_MS = 60_000;

  test.each([-16 * MINUTE_MS, 16 * MINUTE_MS, 60 * MINUTE_MS])(
    'the signature of a request to an emulator is refused if the clock is off by %i ms',
    async (from) => {
      emulator.fail({ error: 'for the next' });
      expect(await ask('/a', signedAt(from))).toMatchObject({ status: 418, pieces: ['Skewed'] });
      expect(await ask('/a')).toMatchObject({ pieces: ['for the next'] });
    },
  );

  test.each([-14 * MINUTE_MS, 0, 14 * MINUTE_MS])(
    'the signature of a request to an emulator is accepted if the clock is off by %i ms',
    async (from) => {
      expect(await ask('/a', signedAt(from))).toMatchObject(whole);
    },
  );
});
