import { expect, test } from '@jest/globals';
import { causeName } from '../../../shared/errors/cause-name.ts';

const failure = (properties: object): Error => Object.assign(new Error('a message that holds secrets'), properties);

const $metadata = { httpStatusCode: 502 };

test.each([
  ['an error of a service', failure({ name: 'AccessDenied', $metadata }), 'AccessDenied'],
  ['a lost connection', failure({ code: 'ECONNRESET' }), 'ECONNRESET'],
  ['one that its client calls a timeout', failure({ name: 'TimeoutError', code: 'EPIPE' }), 'EPIPE'],
  ['a deadline', new DOMException('', 'TimeoutError'), 'TimeoutError'],
  ['an answer that names nothing', failure({ name: 'Unknown', $metadata }), 'HTTP 502'],
  ['an answer that is no JSON', Object.assign(new SyntaxError(), { $metadata }), 'HTTP 502'],
  ['a name without end', failure({ name: 'A'.repeat(81), $metadata }), 'HTTP 502'],
  ['a name of several lines', failure({ name: 'Access\r\nDenied', $metadata }), 'HTTP 502'],
  ['a name that is an ARN', failure({ name: 'arn:aws:s3:::wall', $metadata }), 'HTTP 502'],
  ['a code that is an ARN', failure({ name: 'Unknown', code: 'arn:aws:s3:::wall', $metadata }), 'HTTP 502'],
  ['a name that is no text', failure({ name: { a: 1 }, $metadata }), 'HTTP 502'],
  ['a text that is no JSON', new SyntaxError(), 'SyntaxError'],
  ['an error that says nothing', failure({}), 'Error'],
  ['what is no error', 'a text', 'Error'],
  ['no cause', undefined, undefined],
])('%s', (_, cause, expected) => {
  expect(causeName(cause)).toBe(expected);
});
