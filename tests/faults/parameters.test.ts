import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';
import type { Fault } from '../../infra/local/emulators/server/faults.ts';
import { currentTimeOf, isWhole, SOURCES, slugOf } from '../support/faults/endpoints.ts';
import { SWITCH_OF_PROTOCOLS } from '../support/faults/source-faults.ts';
import { callsOf, type Question, startWall, type Wall, type WallResponse } from '../support/faults/start-wall.ts';

const SECOND_MS = 1_000;
/** Time for which a secret is cached. */
const SECRET_TTL_MS = 300 * SECOND_MS;
/** Time that a request waits for a secret: half of its deadline of 5 s. */
const SECRET_READ_MS = 2.5 * SECOND_MS;
const HOUR_MS = 3_600 * SECOND_MS;
const SECRET = 'a-secret';
const slug = slugOf('csv', 'none');

const always = { times: Number.POSITIVE_INFINITY };
const FAULTS: readonly (readonly [string, Fault, string])[] = [
  ['AccessDeniedException', { error: 'AccessDeniedException', ...always }, 'AccessDeniedException'],
  ['ThrottlingException', { error: 'ThrottlingException', ...always }, 'ThrottlingException'],
  ['InternalServerError', { error: 'InternalServerError', ...always }, 'InternalServerError'],
  ['no response', { hang: true, ...always }, 'TimeoutError'],
  ['a response that arrives too late', { delay: HOUR_MS, ...always }, 'TimeoutError'],
  ['a switch of protocols', { ...SWITCH_OF_PROTOCOLS, ...always }, 'TimeoutError'],
  ['a lost connection', { drop: true, ...always }, 'ECONNRESET'],
  ['a body cut short', { cut: 9, ...always }, 'ECONNRESET'],
];

let wall: Wall;
let parameters: EmulatorServer;
beforeAll(async () => {
  wall = await startWall({
    rate: 0,
    dashboard: [
      'timeout: 6s',
      'throttle: { rate: 5000, burst: 5000 }',
      'token: ssm:/faults/token',
      'maxSkew: off',
      'endpoints:',
      `  ${slug}: { ${SOURCES.csv} }`,
    ].join('\n'),
    secrets: `/faults/token: '${SECRET}'`,
  });
  parameters = wall.stack.emulators.parameters;
});
afterAll(() => wall.close());
beforeEach(() => parameters.clearFaults());

const questionOf = (secret: string): Question => {
  const currentTime = currentTimeOf(1);
  return { currentTime, token: createHash('md5').update(`30${currentTime}${secret}`).digest('hex') };
};

const ask = (secret: string): Promise<WallResponse> => wall.ask(slug, questionOf(secret));

/** Sends a request while the store has a fault. Time passes only if the fault is that the store does not answer. */
const askWithFault = (secret: string, cause: string, count = 1): Promise<WallResponse> =>
  cause === 'TimeoutError'
    ? wall.askInVain(slug, { count, of: [parameters], milliseconds: SECRET_READ_MS }, questionOf(secret))
    : ask(secret);

const GONE: readonly (readonly [string, Fault, string])[] = [
  ['deleted', { error: 'ParameterNotFound', ...always }, 'ParameterNotFound'],
  ['emptied', { reply: '{"Parameter":{"Value":""}}', contentType: 'application/x-amz-json-1.1', ...always }, 'empty'],
];

const met = (at: number) => FAULTS.filter((_, index) => isWhole || index % 2 === at);

describe('the parameter store', () => {
  test.each(met(0))(
    'the parameter store with %s at first use refuses all requests until a token can be read',
    async (_, fault, cause) => {
      wall.stack.restart();
      parameters.fail(fault);
      const since = wall.lines.length;
      const failure = { token: 'ssm:/faults/token', cause };
      const [inInit, forRequest] = [failure, failure];
      const shut = await askWithFault(SECRET, cause, 2);
      expect(shut).toMatchObject({ status: 503, body: { error: 'TOKEN_UNAVAILABLE' } });
      expect(shut.headers.get('retry-after')).toBe('5');
      expect(shut.body.details[0]?.hint).toMatch(/parameter/);
      expect(shut.text).not.toContain('/faults/token');
      expect(shut.line).toMatchObject({ status: 503, error: 'TOKEN_UNAVAILABLE', failures: 1 });
      expect(await wall.remarks(since, 2)).toEqual([inInit, forRequest]);
      expect(await askWithFault('another', cause)).toMatchObject({ status: 503 });
      parameters.clearFaults();
      expect(await ask('another')).toMatchObject({ status: 401, body: { error: 'TOKEN_MISMATCH' } });
      expect(await ask(SECRET)).toMatchObject({ status: 200, value: 1 });
    },
  );

  test.each(met(1))(
    'the parameter store with %s after first use leaves the last known token valid until a new one can be read',
    async (_, fault, cause) => {
      await wall.writeSecrets(`/faults/token: '${SECRET}'`);
      wall.stack.restart();
      expect(await ask(SECRET)).toMatchObject({ status: 200 });
      const calls = callsOf(parameters);
      await wall.writeSecrets(`/faults/token: 'rotated'`);
      parameters.fail(fault);
      expect(await ask(SECRET)).toMatchObject({ status: 200 });
      expect(callsOf(parameters)).toBe(calls);

      wall.clock.pass(SECRET_TTL_MS + SECOND_MS);
      const since = wall.lines.length;
      expect(await askWithFault(SECRET, cause)).toMatchObject({ status: 200, line: { status: 200, failures: 0 } });
      expect(callsOf(parameters)).toBeGreaterThan(calls);
      expect(await wall.remarks(since)).toEqual([{ token: 'ssm:/faults/token', cause }]);
      expect(await ask('rotated')).toMatchObject({ status: 401 });

      parameters.clearFaults();
      wall.clock.pass(SECRET_TTL_MS + SECOND_MS);
      expect(await ask(SECRET)).toMatchObject({ status: 401 });
      expect(await ask('rotated')).toMatchObject({ status: 200 });
      await wall.writeSecrets(`/faults/token: '${SECRET}'`);
    },
  );

  test.each(GONE)(
    'a token that was %s in the parameter store stays valid for five minutes, and then all requests are refused',
    async (_, fault, cause) => {
      wall.stack.restart();
      expect(await ask(SECRET)).toMatchObject({ status: 200 });
      parameters.fail(fault);
      wall.clock.pass(SECRET_TTL_MS - SECOND_MS);
      expect(await ask(SECRET)).toMatchObject({ status: 200 });

      wall.clock.pass(2 * SECOND_MS);
      const since = wall.lines.length;
      expect(await ask(SECRET)).toMatchObject({ status: 503, body: { error: 'TOKEN_UNAVAILABLE' } });
      expect(await wall.remarks(since)).toEqual([{ token: 'ssm:/faults/token', cause }]);
      wall.clock.pass(HOUR_MS);
      expect(await ask(SECRET)).toMatchObject({ status: 503 });
    },
  );

  test('the last known token stays valid for an hour of an outage of the parameter store, and then all requests are refused', async () => {
    wall.stack.restart();
    expect(await ask(SECRET)).toMatchObject({ status: 200 });
    parameters.fail({ error: 'InternalServerError', ...always });
    wall.clock.pass(HOUR_MS - 30 * SECOND_MS);
    expect(await ask(SECRET)).toMatchObject({ status: 200 });
    wall.clock.pass(31 * SECOND_MS);
    expect(await ask(SECRET)).toMatchObject({ status: 503, body: { error: 'TOKEN_UNAVAILABLE' } });
    parameters.clearFaults();
    expect(await ask(SECRET)).toMatchObject({ status: 200 });
  });
});
