import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../../infra/program/project-root.ts';

/** Everything that is written in Chinese: messages, words of the pages, and documents. */
const CHINESE_TEXTS = [
  'infra/language/messages/*.ts',
  'infra/console/page/words/zh.ts',
  'README.zh-CN.md',
  'schemas/**/*.zh-CN.md',
];

test.each([
  ['看板', '大屏', /看板/],
  ['窗口', '时间范围', /窗口/],
  ['网址', '接口地址', /网址/],
  ['写出', '生成', /写出/],
  ['代码', '编码', /(?<!错误|源)代码/],
])('no Chinese text says %s in place of %s', (_, right, wrong) => {
  const files = globSync(CHINESE_TEXTS, { cwd: projectRoot });
  const found = files.flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (wrong.test(line) ? [`write ${right} in ${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
