import { expect, test } from '@jest/globals';
import { describeSystemError, explainWriteError } from '../../../infra/terminal/fail.ts';

const systemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: …, open`), { code, errno: -1, ...(path !== undefined && { path }) });

test.each([
  ['EROFS', 'ops-room/a.csv cannot be written: check who may write there'],
  ['EACCES', 'ops-room/a.csv cannot be written: check who may write there'],
  ['ENOENT', 'ops-room/a.csv cannot be written: its folder does not exist'],
  ['ENOSPC', 'ops-room/a.csv cannot be written: the disk is full'],
])('the system error %s of a write becomes a sentence with the path and what to do', (code, sentence) => {
  expect(explainWriteError(systemError(code), 'ops-room/a.csv')).toMatchObject({ message: sentence });
});

test('an error that is not of the operating system keeps its message', () => {
  const error = new Error('a.csv is a link');
  expect(explainWriteError(error, 'a.csv')).toBe(error);
  expect(describeSystemError(error)).toBeUndefined();
});

test.each([
  ['EACCES', '/wall/a.csv cannot be used: check who may read and write it'],
  ['ENOENT', '/wall/a.csv cannot be used: it does not exist'],
])('the system error %s that ends a command becomes a sentence with the path', (code, sentence) => {
  expect(describeSystemError(systemError(code, '/wall/a.csv'))).toBe(sentence);
});
