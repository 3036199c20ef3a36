import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { writeLine } from '../../../shared/middleware/write-line.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('the lines of one turn are written together when it ends, each once', async () => {
  writeLine('one');
  writeLine('two');
  expect(written).toEqual([]);
  await setImmediate();
  expect(written).toEqual(['one\ntwo\n']);
  writeLine('three');
  await setImmediate();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('a long turn does not gather without bound', async () => {
  const line = 'x'.repeat(1_000);
  for (let count = 0; count < 1_000; count += 1) writeLine(line);
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(6_000);
  await setImmediate();
  expect(written.join('')).toBe(`${line}\n`.repeat(1_000));
});
