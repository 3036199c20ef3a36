import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { clonePath } from '../../../infra/program/program-files.ts';
import { toCacheableError, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

const BYTES_PER_MB = 1024 * 1024;

test('a cacheable error keeps the message and the details of the error, but only the name of its cause', () => {
  const detail = { line: 2, message: "'x' is not a number", columnName: 'value' };
  const cause = Object.assign(new Error('x'), { name: 'Cause' });
  const error = new WallfeedError('TABLE_CELL', 'line 2: x', [detail], { cause, retryAfter: 3 });
  const { code, message, details, retryAfter, cause: cached } = toCacheableError(error);
  expect({ code, message, details, retryAfter }).toEqual({
    code: 'TABLE_CELL',
    message: 'line 2: x',
    details: [detail],
    retryAfter: 3,
  });
  expect(cached).toEqual({ name: 'Cause' });
});

/** Prints how many bytes ten errors keep in memory. The texts of each error were cut out of another text of 4 MB. */
const PROGRAM = `
import { toCacheableError, WallfeedError } from '${pathToFileURL(clonePath('shared/errors/wallfeed-error.ts')).href}';
const copy = process.argv[1] === 'copied' ? toCacheableError : (error) => error;
const heap = () => {
  gc();
  return process.memoryUsage().heapUsed;
};
const errorOf = (mark) => {
  const cell = mark.repeat(${4 * BYTES_PER_MB}).slice(100, 160);
  const cause = Object.assign(new Error(cell), { name: 'Cause' });
  return new WallfeedError('TABLE_CELL', 'line 2: ' + cell, [{ line: 2, message: cell, columnName: cell }], { cause });
};
const before = heap();
const errors = Array.from({ length: 10 }, (_, index) => copy(errorOf(String.fromCharCode(97 + index))));
console.log(heap() - before, errors.length);
`;

const keptBytes = async (which: 'copied' | 'original'): Promise<number> => {
  const args = ['--expose-gc', '--input-type=module', '-e', PROGRAM, which];
  return Number((await promisify(execFile)(process.execPath, args)).stdout.split(' ')[0]);
};

test('a cacheable error does not keep the source text in memory', async () => {
  expect(await keptBytes('original')).toBeGreaterThan(10 * BYTES_PER_MB);
  expect(await keptBytes('copied')).toBeLessThan(4 * BYTES_PER_MB);
});
