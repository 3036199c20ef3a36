import { describe, expect, test } from '@jest/globals';
import { getCacheKey } from '../../../infra/build/jest-transform.ts';
import manifest from '../../../package.json' with { type: 'json' };

describe('the Jest transformer', () => {
  test('the Jest transformer requires the import attribute of JSON files, as Node does', () => {
    expect(manifest.name).toBe('wallfeed');
  });

  test('the Jest transformer caches a file compiled with coverage apart from the same file without coverage', () => {
    const [plain, covered] = [false, true].map((instrument) => getCacheKey('let a: number;', 'a.ts', { instrument }));
    expect(plain).not.toBe(covered);
  });

  test('the Jest transformer does not read a changed file from the cache', () => {
    expect(getCacheKey('1', 'a.ts', { instrument: false })).not.toBe(getCacheKey('2', 'a.ts', { instrument: false }));
  });
});
