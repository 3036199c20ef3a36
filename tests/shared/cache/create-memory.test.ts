import { expect, test } from '@jest/globals';
import { cacheBytesOf, createMemory } from '../../../shared/cache/create-memory.ts';
import { type CachedResponse, compactBody, createBody } from '../../../shared/cache/response-body.ts';
import { now } from '../../../shared/cache/timestamp.ts';
import type { Table } from '../../../shared/tabular/table.ts';

const BYTES_PER_MB = 1024 * 1024;
const response = (text: string): CachedResponse => ({ body: compactBody(createBody(text, 1)), askedAt: now() });
const table: Table = { header: ['a'], rows: Array(100).fill(['x']), locate: () => ({ line: 1 }) };

test('the memory cache finds a response by its name', () => {
  const memory = createMemory({ entries: 10, bytes: 50_000 });
  const cached = response('one');
  memory.keepResponse('share 30', cached);
  expect(memory.response('share 30')).toBe(cached);
  expect(memory.response('share 60')).toBeUndefined();
  expect(memory.response('share')).toBeUndefined();
  expect(memory.snapshot('share 30')).toBeUndefined();
  memory.dropResponse('share 30');
  expect(memory.response('share 30')).toBeUndefined();
});

test('the memory cache drops the least recently used response if there are too many', () => {
  const memory = createMemory({ entries: 2, bytes: 50_000 });
  memory.keepResponse('1', response('one'));
  memory.keepResponse('2', response('two'));
  memory.response('1');
  memory.keepResponse('3', response('three'));
  expect(['1', '2', '3'].map((key) => memory.response(key)?.body.text())).toEqual(['one', undefined, 'three']);
});

test('the memory cache drops responses if they have too many bytes together', () => {
  const memory = createMemory({ entries: 1000, bytes: 100_000 });
  const text = 'x'.repeat(10_000);
  const keys = Array.from({ length: 1000 }, (_, at) => String(at));
  for (const key of keys) memory.keepResponse(key, response(text));
  const cachedKeys = keys.filter((key) => memory.response(key));
  expect(cachedKeys.length).toBeGreaterThan(0);
  expect(cachedKeys.length * text.length).toBeLessThan(100_000);
});

test('the memory cache holds a response of 6 MB in a function with 128 MB of memory, and returns it unchanged', () => {
  const memory = createMemory({ entries: 10, bytes: cacheBytesOf(128) });
  const text = JSON.stringify(Array.from({ length: 520_000 }, (_, at) => ({ 值: at % 97 })));
  expect(Buffer.byteLength(text)).toBeGreaterThan(5 * BYTES_PER_MB);
  memory.keepResponse('share', response(text));
  expect(memory.response('share')?.body.text() === text).toBe(true);
});

test('the memory cache does not store a response larger than itself, and removes nothing to make room', () => {
  const memory = createMemory({ entries: 10, bytes: 5_000 });
  memory.keepResponse('1', response('one'));
  memory.keepResponse('2', response('x'.repeat(10_000)));
  memory.keepSnapshot('share', { objects: { table: { etag: '"a"', bytes: 200, table } } });
  expect(memory.response('1')).toBeDefined();
  expect(memory.response('2')).toBeUndefined();
  expect(memory.snapshot('share')).toBeUndefined();
});
