import { expect, test } from '@jest/globals';
import { createLru } from '../../../shared/cache/create-lru.ts';

interface Sized {
  readonly bytes: number;
}

const sizeOf = ({ bytes }: Sized): number => bytes;

test('an LRU cache evicts the values that were not used for the longest time until both limits hold', () => {
  const lru = createLru<Sized>({ entries: 3, bytes: 10, sizeOf });
  const keysLeft = (): string => ['a', 'b', 'c', 'd', 'e'].filter((key) => lru.get(key)).join('');
  for (const key of 'abcd') lru.set(key, { bytes: 1 });
  expect(keysLeft()).toBe('bcd');
  lru.get('b');
  lru.set('e', { bytes: 9 });
  expect(keysLeft()).toBe('be');
});

test('an LRU cache stores no value that exceeds its limit, and forgets the value of before', () => {
  const lru = createLru<Sized>({ entries: 3, bytes: 10, sizeOf });
  lru.set('a', { bytes: 10 });
  expect(lru.get('a')).toEqual({ bytes: 10 });
  lru.set('a', { bytes: 11 });
  expect(lru.get('a')).toBeUndefined();
});

test('an LRU cache counts a value once, after it was replaced, evicted or deleted', () => {
  const lru = createLru<Sized>({ entries: 3, bytes: 10, sizeOf });
  for (let count = 0; count < 100; count += 1) lru.set('a', { bytes: 5 });
  lru.set('b', { bytes: 5 });
  expect(lru.get('a')).toEqual({ bytes: 5 });
  lru.delete('a');
  lru.delete('a');
  lru.set('c', { bytes: 5 });
  expect([lru.get('b'), lru.get('c')]).toEqual([{ bytes: 5 }, { bytes: 5 }]);
  lru.set('d', { bytes: 1 });
  expect([lru.get('b'), lru.get('c'), lru.get('d')]).toEqual([undefined, { bytes: 5 }, { bytes: 1 }]);
});
