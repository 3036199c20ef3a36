import { expect, test } from '@jest/globals';
import { listPaths } from '../../../../infra/local/session/reload.ts';

const paths = Array.from({ length: 3000 }, (_, index) => `data/file-${index}.csv`);

test('a line about many changed files names the first of them, and says how many more there are', () => {
  expect(listPaths(paths.slice(0, 2))).toBe('data/file-0.csv, data/file-1.csv');
  expect(listPaths(paths.slice(0, 8))).not.toContain('more');
  expect(listPaths(paths)).toMatch(/^data\/file-0\.csv, .*data\/file-7\.csv and 2992 more$/);
});
