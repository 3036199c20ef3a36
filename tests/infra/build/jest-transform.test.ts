import { describe, expect, test } from '@jest/globals';
import { getCacheKey } from '../../../infra/build/jest-transform.ts';
import manifest from '../../../package.json' with { type: 'json' };

describe('jest runs the sources as Node does', () => {
  test('JSON imports need and take their attribute', () => {
    expect(manifest.name).toBe('wallfeed');
  });

  test('a file with coverage is cached apart from the same file without', () => {
    const [plain, covered] = [false, true].map((instrument) => getCacheKey('let a: number;', 'a.ts', { instrument }));
    expect(plain).not.toBe(covered);
  });

  test('a file that changed is not taken from the cache', () => {
    expect(getCacheKey('1', 'a.ts', { instrument: false })).not.toBe(getCacheKey('2', 'a.ts', { instrument: false }));
  });
});
