import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { toCacheableError, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const BYTES_PER_MB = 1024 * 1024;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** Returns an error whose message is cut out of a text of 4 MB. */
const errorOf = (mark: string): WallfeedError => {
  const cell = mark.repeat(4 * BYTES_PER_MB).slice(100, 160);
  const detail = { line: 2, message: `'${cell}' is not a number`, columnName: cell };
  const cause = Object.assign(new Error(cell), { name: 'Cause' });
  return new WallfeedError('TABLE_CELL', `line 2: ${cell}`, [detail], { cause, retryAfter: 3 });
};

test('a cacheable error has the same message and details, and only the name of its cause', () => {
  const error = errorOf('x');
  const { code, message, details, retryAfter, cause } = toCacheableError(error);
  expect({ code, message, details, retryAfter }).toEqual({
    code: error.code,
    message: error.message,
    details: error.details,
    retryAfter: 3,
  });
  expect(cause).toEqual({ name: 'Cause' });
});

test('a cacheable error does not keep the source text in memory', () => {
  const before = heap();
  const errors = Array.from({ length: 10 }, (_, index) => toCacheableError(errorOf(String.fromCharCode(97 + index))));
  expect(heap() - before).toBeLessThan(4 * BYTES_PER_MB);
  expect(errors).toHaveLength(10);
});
