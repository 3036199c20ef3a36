import { expect, test } from '@jest/globals';
import { reasonOf } from '../../../shared/errors/cause-name.ts';

const failure = (message: string, properties: object = {}) =>
  Object.assign(new Error(message), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 }, ...properties });

test.each([
  [
    'User: arn:aws:sts::1:assumed-role/walls-PieRole/pie is not authorized to perform: kms:Decrypt on resource: "arn:aws:kms:eu-west-1:1:key/1a2b"',
    'User: arn:aws:sts::1:assumed-role/walls-PieRole/pie is not authorized to perform: kms:Decrypt on resource: "arn:aws:kms:eu-west-1:1:key/1a2b"',
  ],
  [
    'ERROR: invalid input syntax for type integer: "Anna Meyer"; Position: 15; SQLState: 22P02',
    'ERROR: invalid input syntax for type integer: …; Position: 15; SQLState: 22P02',
  ],
  [
    "Incorrect DATE value: 'Anna'; Error code: 1525; SQLState: HY000",
    'Incorrect DATE value: …; Error code: 1525; SQLState: HY000',
  ],
  [
    'ERROR: duplicate key\n  Detail: Key (name)=(Anna) exists.; SQLState: 23505',
    'ERROR: duplicate key …; SQLState: 23505',
  ],
  ['The key AKIAIOSFODNN7EXAMPLE is unknown', 'The key … is unknown'],
  [`The token ${'a1B2+/'.repeat(10)}== has expired`, 'The token … has expired'],
])('the reason of an AWS service reaches the log without data, keys and tokens: %s', (message, expected) => {
  expect(reasonOf(failure(message))).toBe(expected);
});

test('a reason is cut after 300 characters', () => {
  expect(reasonOf(failure('no '.repeat(500)))).toHaveLength(300);
});

test.each([
  ['no cause', undefined],
  ['a lost connection', Object.assign(new Error('secret'), { code: 'ECONNRESET' })],
  ['a response that is not JSON', failure('secret', { name: 'SyntaxError' })],
  ['a response without the name of an error', failure('secret', { name: 'Unknown' })],
  ['a message that is not text', failure('', { message: { secret: 1 } })],
])('%s has no reason for the log', (_, cause) => {
  expect(reasonOf(cause)).toBeUndefined();
});
