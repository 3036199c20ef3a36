import { expect, test } from '@jest/globals';
import { translate } from '../../../../infra/language/translate.ts';
import { listPaths } from '../../../../infra/local/session/reload.ts';

const paths = Array.from({ length: 3000 }, (_, index) => `data/file-${index}.csv`);

test('a line about many changed files names the first of them, and says how many more there are', () => {
  expect(listPaths(paths.slice(0, 2))).toBe('data/file-0.csv, data/file-1.csv');
  expect(listPaths(paths.slice(0, 8))).not.toContain('more');
  expect(listPaths(paths)).toMatch(/^data\/file-0\.csv.*data\/file-7\.csv and 2992 more$/);
});

test('the Chinese line about many changed files says how many more there are, too', () => {
  expect(translate(`Reloaded ${listPaths(paths)} (1.2 s)`)).toMatch(
    /^已重新加载 data\/file-0\.csv.*等（另有 2992 个）（1\.2 秒）$/,
  );
});
