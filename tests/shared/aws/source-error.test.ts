import { expect, test } from '@jest/globals';
import { sourceError } from '../../../shared/aws/source-error.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('a failed connection is not reported as a slow source', () => {
  const { message, details } = sourceError('SOURCE_TIMEOUT', failure('ECONNREFUSED'));
  expect(message).toBe('The connection to the source failed.');
  expect(details).toEqual([{ message, hint: 'try again in a moment' }]);
});

test('a connection that does not answer in time is reported as a slow source', () => {
  const { message } = sourceError('SOURCE_TIMEOUT', failure('ETIMEDOUT'));
  expect(message).toBe('The source did not answer in time.');
});
