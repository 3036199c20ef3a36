import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { UNFAKED_TIMERS } from '../../../infra/lab/unfaked-timers.ts';
import { STILL_RUNNING } from '../../../shared/aws/source-error.ts';
import { createResumingMemory } from '../../../shared/datasets/resuming-memory.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

const RESUMING = new WallfeedError('SOURCE_RESUMING', 'The database resumes.', []);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS, 'hrtime'] });
});
afterEach(() => {
  jest.useRealTimers();
});

test('the refusal of a database that resumes is recalled for two seconds', () => {
  const memory = createResumingMemory();
  memory.note('stock now', RESUMING);
  jest.advanceTimersByTime(1_999);
  expect(memory.recall('stock now')).toMatchObject({ code: 'SOURCE_RESUMING', message: 'The database resumes.' });
  jest.advanceTimersByTime(1);
  expect(memory.recall('stock now')).toBeUndefined();
});

test('a refusal is recalled only for the window that was refused', () => {
  const memory = createResumingMemory();
  memory.note('stock now', RESUMING);
  expect(memory.recall('stock yesterday')).toBeUndefined();
});

test.each([
  ['an error of another kind', new WallfeedError('SQL_FAILED', 'The query failed.', [])],
  [
    'a query that still runs',
    new WallfeedError('SOURCE_RESUMING', 'The query runs.', [], { cause: { name: STILL_RUNNING } }),
  ],
  ['an error that is not a WallfeedError', new TypeError('broken')],
])('%s does not count as the refusal of a database that resumes', (_, error) => {
  const memory = createResumingMemory();
  memory.note('stock now', error);
  expect(memory.recall('stock now')).toBeUndefined();
});
