/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RawReply } from '../../support/cloud/serve-statements.ts';
import { errorOf, type Replies, startReplies } from '../../support/cloud/start-replies.ts';

/** The pauses before a retry take no time. */
jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async (_: number, value: unknown) => value }));

let replies: Replies;
beforeAll(async () => {
  replies = await startReplies();
});
afterAll(() => replies.close());

const SENTENCE = 'secret_sentence arn:aws:rds:us-east-1:0:cluster:wall';

const refusal = (error: string, message: string, status = 400): RawReply => ({
  status,
  error,
  body: JSON.stringify({ message }),
});
const state = (code: string): RawReply =>
  refusal('DatabaseErrorException', `ERROR: ${SENTENCE}; Position: 15; SQLState: ${code}`);

const GOOD: RawReply = { body: '{"columnMetadata":[{"label":"a"}],"records":[[{"stringValue":"x"}]]}' };

/** Returns the error and the number of calls, after checking that the service's text is not in the error. */
const fail = async (reply: RawReply) => {
  const { text, ...failure } = await errorOf(replies.read(reply));
  expect(text).not.toMatch(/secret|arn:|select|<html/i);
  return { ...failure, calls: replies.calls() };
};

describe('an SQLState', () => {
  test.each([
    ['57014', { code: 'SOURCE_TIMEOUT', message: expect.stringContaining('stopped the query (SQLState 57014)') }],
    ['55P03', { code: 'SOURCE_TIMEOUT' }],
    ['57P01', { code: 'SOURCE_RESUMING', retryAfter: 15 }],
    ['57P03', { code: 'SOURCE_RESUMING', retryAfter: 15, message: expect.stringContaining('57P03') }],
    ['28P01', { code: 'SOURCE_DENIED', details: [{ hint: expect.stringContaining('user and password') }] }],
    ['3D000', { code: 'SOURCE_NOT_FOUND', details: [{ hint: expect.stringContaining('name of the database') }] }],
    [
      '42501',
      {
        code: 'SQL_FAILED',
        message: expect.stringContaining('42501'),
        details: [{ hint: expect.stringContaining('grant') }],
      },
    ],
    [
      '42P01',
      { code: 'SQL_FAILED', details: [{ message: 'SQLState 42P01', hint: expect.stringContaining('by hand') }] },
    ],
    ['XX000', { code: 'SQL_FAILED', message: expect.stringContaining('XX000') }],
  ])('an SQLState of %s gets the error code that fits its meaning', async (code, expected) => {
    expect(await fail(state(code))).toMatchObject({ ...expected, calls: 1 });
  });

  test.each(['53300', '08006', '40001', '40P01'])('an SQLState of %s is retried', async (code) => {
    expect(await fail(state(code))).toMatchObject({ code: 'SOURCE_THROTTLED', retryAfter: 1, calls: 3 });
    expect((await replies.read(state(code), GOOD)).rows).toEqual([['x']]);
  });

  test('an SQLState is taken from the end of the message, not from a value that it quotes', async () => {
    const message = 'ERROR: invalid input: "SQLState: 57014, row size, is resuming"; SQLState: 22P02';
    expect(await fail(refusal('DatabaseErrorException', message))).toMatchObject({
      code: 'SQL_FAILED',
      details: [{ message: 'SQLState 22P02' }],
    });
  });

  test.each(['ERROR: secret_x; SQLState: 4', 'ERROR: secret_x; SQLState: ', ''])(
    'an SQLState is not shown if it is malformed: %j',
    async (message) => {
      expect(await fail(refusal('DatabaseErrorException', message))).toMatchObject({
        code: 'SQL_FAILED',
        message: 'The database refused the query.',
      });
    },
  );
});

describe('an error of the Data API', () => {
  const hint = (text: string) => ({ details: [{ hint: expect.stringContaining(text) }] });

  test.each([
    ['DatabaseResumingException', 400, { code: 'SOURCE_RESUMING', retryAfter: 15 }],
    ['InvalidResourceStateException', 400, { code: 'SOURCE_RESUMING', retryAfter: 15, ...hint('cluster is stopped') }],
    ['StatementTimeoutException', 400, { code: 'SOURCE_TIMEOUT' }],
    ['HttpEndpointNotEnabledException', 400, { code: 'SOURCE_DENIED', ...hint('enable the Data API') }],
    ['ExpiredTokenException', 400, { code: 'SOURCE_DENIED', ...hint('renew the credentials') }],
    ['ExpiredTokenException', 403, { code: 'SOURCE_DENIED', ...hint('renew the credentials') }],
    ['ExpiredToken', 400, { code: 'SOURCE_DENIED', ...hint('renew the credentials') }],
    ['AccessDeniedException', 400, { code: 'SOURCE_DENIED', ...hint('role') }],
    ['AccessDeniedException', 403, { code: 'SOURCE_DENIED', ...hint('role') }],
    ['ForbiddenException', 403, { code: 'SOURCE_DENIED', ...hint('role') }],
    ['UnrecognizedClientException', 400, { code: 'SOURCE_DENIED' }],
    ['IncompleteSignatureException', 400, { code: 'SOURCE_DENIED' }],
    ['MissingAuthenticationTokenException', 403, { code: 'SOURCE_DENIED' }],
    [
      'SecretsErrorException',
      400,
      { code: 'SOURCE_DENIED', ...hint('allow the function’s role to read the stored user and password') },
    ],
    [
      'InvalidSecretException',
      400,
      { code: 'SOURCE_DENIED', ...hint('allow the function’s role to read the stored user and password') },
    ],
    ['DatabaseNotFoundException', 404, { code: 'SOURCE_NOT_FOUND' }],
    ['NotFoundException', 404, { code: 'SOURCE_NOT_FOUND' }],
    ['BadRequestException', 400, { code: 'SQL_FAILED' }],
    ['ValidationException', 400, { code: 'SQL_FAILED' }],
    ['UnknownException', 403, { code: 'SOURCE_DENIED' }],
  ])(
    'the error %s of the Data API with status %i gets the error code that fits its meaning',
    async (error, status, expected) => {
      expect(await fail(refusal(error, SENTENCE, status))).toMatchObject({ ...expected, calls: 1 });
    },
  );

  test.each([
    ['ThrottlingException', 400],
    ['TooManyRequestsException', 429],
    ['InternalServerErrorException', 500],
    ['ServiceUnavailableError', 503],
    ['DatabaseUnavailableException', 504],
    ['SomethingElse', 500],
  ])('the error %s of the Data API with status %i is retried', async (error, status) => {
    expect(await fail(refusal(error, SENTENCE, status))).toMatchObject({ code: 'SOURCE_THROTTLED', calls: 3 });
  });
});

describe('an error of the Data API whose name is too general', () => {
  test.each([
    ['Communications link failure\n\nThe last packet sent secret_', 'SOURCE_RESUMING'],
    ['The Aurora DB instance secret_db is resuming after being auto-paused. Please wait', 'SOURCE_RESUMING'],
    ['HttpEndpoint is not enabled for cluster arn:aws:rds:secret_', 'SOURCE_DENIED'],
    ["HttpEndpoint isn't enabled for resource arn:aws:rds:secret_", 'SOURCE_DENIED'],
    ['Database returned more than the allowed response size limit', 'SOURCE_TOO_LARGE'],
  ])('an error of the Data API whose name is too general is recognized by its message: %j', async (message, code) => {
    expect(await fail(refusal('BadRequestException', message))).toMatchObject({ code, calls: 1 });
  });

  test.each([
    ['The result contains the unsupported data type MONEY, secret_', 'unsupported data type MONEY'],
    ['The result contains the unsupported data type OID 600.', 'unsupported data type OID 600'],
    ['The result contains a multidimensional array.', 'multidimensional array'],
    [SENTENCE, 'the Data API cannot return the result'],
  ])(
    'an error of the Data API whose name is too general is reported as an unsupported result: %s',
    async (message, found) => {
      expect(await fail(refusal('UnsupportedResultException', message))).toMatchObject({
        code: 'SQL_FAILED',
        details: [{ message: expect.stringContaining(found), hint: 'cast the column in the query: column::text' }],
      });
    },
  );
});

test('an infinite time in a result is named with its column', async () => {
  const message = 'The result contains an infinite time in column until.';
  expect(await fail(refusal('UnsupportedResultException', message))).toMatchObject({
    code: 'SQL_FAILED',
    details: [
      {
        message: expect.stringContaining('infinite time in column until'),
        hint: 'leave infinite times out in the query: case when isfinite(at) then at end',
      },
    ],
  });
});

describe('a reply that is not an error of the Data API', () => {
  test.each([
    [302, '', 'SOURCE_INVALID', 1],
    [400, '<html>', 'SOURCE_INVALID', 1],
    [400, '', 'SOURCE_INVALID', 1],
    [400, 'null', 'SOURCE_INVALID', 1],
    [400, '[]', 'SOURCE_INVALID', 1],
    [400, '{"code":{}}', 'SOURCE_INVALID', 1],
    [400, '{"__type":null}', 'SOURCE_INVALID', 1],
    [400, '{"code":"constructor","message":{"toString":"secret_"}}', 'SQL_FAILED', 1],
    [400, '{"code":"BadRequestException","message":{"toString":1}}', 'SQL_FAILED', 1],
    [400, '{"code":"BadRequestException","message":7}', 'SQL_FAILED', 1],
    [401, '', 'SOURCE_DENIED', 1],
    [403, '<html>', 'SOURCE_DENIED', 1],
    [200, '<html>', 'SOURCE_INVALID', 3],
    [500, '{"code":true}', 'SOURCE_THROTTLED', 3],
    [502, '<html>', 'SOURCE_THROTTLED', 3],
  ])(
    'a reply that is not an error of the Data API with status %i and body %j gets an error code by its status',
    async (status, body, code, calls) => {
      expect(await fail({ status, body })).toMatchObject({ code, calls });
    },
  );
});
