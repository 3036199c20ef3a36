import { expect, test } from '@jest/globals';
import { causeName } from '../../../shared/errors/cause-name.ts';

const failure = (properties: object): Error => Object.assign(new Error('a message that contains secrets'), properties);

const $metadata = { httpStatusCode: 502 };

test.each([
  ['an error of a service', failure({ name: 'AccessDenied', $metadata }), 'AccessDenied'],
  ['a lost connection', failure({ code: 'ECONNRESET' }), 'ECONNRESET'],
  ['a lost connection that its client calls a timeout', failure({ name: 'TimeoutError', code: 'EPIPE' }), 'EPIPE'],
  ['a deadline', new DOMException('', 'TimeoutError'), 'TimeoutError'],
  ['a response without an error name', failure({ name: 'Unknown', $metadata }), 'HTTP 502'],
  ['a response that is not JSON', Object.assign(new SyntaxError(), { $metadata }), 'HTTP 502'],
  ['a name without end', failure({ name: 'A'.repeat(81), $metadata }), 'HTTP 502'],
  ['a name of several lines', failure({ name: 'Access\r\nDenied', $metadata }), 'HTTP 502'],
  ['a name that is an ARN', failure({ name: 'arn:aws:s3:::wall', $metadata }), 'HTTP 502'],
  ['a code that is an ARN', failure({ name: 'Unknown', code: 'arn:aws:s3:::wall', $metadata }), 'HTTP 502'],
  ['a name that is not text', failure({ name: { a: 1 }, $metadata }), 'HTTP 502'],
  ['a text that is not JSON', new SyntaxError(), 'SyntaxError'],
  ['an error without a name', failure({}), 'Error'],
  ['a value that is not an error', 'a text', 'Error'],
  ['no cause', undefined, undefined],
])('the log names the cause of %s', (_, cause, expected) => {
  expect(causeName(cause)).toBe(expected);
});
