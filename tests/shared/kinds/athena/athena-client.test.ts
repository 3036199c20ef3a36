import { expect, test } from '@jest/globals';
import { toAthenaError } from '../../../../shared/kinds/athena/athena-client.ts';

const RUNNING = new AbortController().signal;

const failure = (name: string, more: object = {}): Error => Object.assign(new Error('no'), { name, ...more });

test.each([
  ['AccessDeniedException', {}, 'SOURCE_DENIED'],
  ['MetadataException', { AthenaErrorCode: 'MALFORMED_QUERY' }, 'SOURCE_NOT_FOUND'],
  ['InvalidRequestException', { AthenaErrorCode: 'MALFORMED_QUERY' }, 'SQL_FAILED'],
  ['SomeException', { AthenaErrorCode: 'MALFORMED_QUERY' }, 'SQL_FAILED'],
  ['TooLarge', {}, 'SOURCE_TOO_LARGE'],
])('the error %s of Athena with %j is %s', (name, more, code) => {
  expect(toAthenaError(failure(name, more), RUNNING)).toMatchObject({ code });
});
