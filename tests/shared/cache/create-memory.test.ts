import { expect, test } from '@jest/globals';
import { createAnswer, type KeptAnswer } from '../../../shared/cache/answer.ts';
import { createMemory } from '../../../shared/cache/create-memory.ts';
import { now } from '../../../shared/cache/instant.ts';
import type { Table } from '../../../shared/tabular/table.ts';

const kept = (text: string): KeptAnswer => ({ answer: createAnswer(text, 1), goodAt: now() });
const table: Table = { header: ['a'], rows: Array(100).fill(['x']), locate: () => ({ line: 1 }) };

test('keeps an answer for its endpoint and period alone', () => {
  const memory = createMemory({ entries: 10, bytes: 100_000 });
  const one = kept('one');
  memory.keepAnswer('share', 30, one);
  expect(memory.answer('share', 30)).toBe(one);
  expect(memory.answer('share', 60)).toBeUndefined();
  expect(memory.answer('shar', 30)).toBeUndefined();
  expect(memory.reading('share')).toBeUndefined();
});

test('the least recently used goes first when there are too many', () => {
  const memory = createMemory({ entries: 2, bytes: 100_000 });
  memory.keepAnswer('share', 1, kept('one'));
  memory.keepAnswer('share', 2, kept('two'));
  memory.answer('share', 1);
  memory.keepAnswer('share', 3, kept('three'));
  expect([1, 2, 3].map((period) => memory.answer('share', period)?.answer.text)).toEqual(['one', undefined, 'three']);
});

test('and when there are too many bytes', () => {
  const memory = createMemory({ entries: 1000, bytes: 100_000 });
  const text = 'x'.repeat(10_000);
  for (let period = 0; period < 1000; period++) memory.keepAnswer('share', period, kept(text));
  const left = Array.from({ length: 1000 }, (_, period) => memory.answer('share', period)).filter(Boolean);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length * text.length).toBeLessThan(50_000);
});

test('what is larger than all of it is not kept, and takes nothing else away', () => {
  const memory = createMemory({ entries: 10, bytes: 10_000 });
  memory.keepAnswer('share', 1, kept('one'));
  memory.keepAnswer('share', 2, kept('x'.repeat(10_000)));
  memory.keepReading('share', { objects: { table: { etag: '"a"', bytes: 200, table } } });
  expect(memory.answer('share', 1)).toBeDefined();
  expect(memory.answer('share', 2)).toBeUndefined();
  expect(memory.reading('share')).toBeUndefined();
});
