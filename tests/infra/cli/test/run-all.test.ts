import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runAll, type TestFile } from '../../../../infra/cli/test/jest-step.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';

const fileOf = (name: string, passed: number, failed = 0): TestFile => ({
  path: join(projectRoot, 'tests', name),
  passed,
  failed,
  milliseconds: 1,
  processorSeconds: 1,
});

const runWith = async (...runs: readonly (readonly TestFile[])[]) => {
  const asked: (readonly string[])[] = [];
  const outcome = await runAll(async (args) => runs[asked.push(args) - 1] ?? []);
  return { ...outcome, asked };
};

const good = fileOf('good.test.ts', 5);

test('a test file that fails once and passes alone counts as passed, and a note names it', async () => {
  const { counts, notes, asked } = await runWith([good, fileOf('slow.test.ts', 2, 1)], [fileOf('slow.test.ts', 3)]);
  expect({ counts, notes }).toEqual({ counts: { passed: 8, failed: 0 }, notes: ['flaky: tests/slow.test.ts'] });
  expect(asked).toEqual([[], ['--runInBand', '--runTestsByPath', join(projectRoot, 'tests/slow.test.ts')]]);
});

test('a test file that fails twice counts as failed', async () => {
  const broken = [fileOf('broken.test.ts', 2, 1)];
  expect(await runWith([good, ...broken], broken)).toMatchObject({ counts: { passed: 7, failed: 1 }, notes: [] });
});

test('no file runs again if all pass, if Jest itself fails, or if many fail', async () => {
  const many = Array.from({ length: 11 }, (_, index) => fileOf(`${index}.test.ts`, 0, 1));
  const failures: readonly (readonly TestFile[])[] = [[good], [good, { ...fileOf('', 0, 1), path: '' }], many];
  for (const files of failures) expect((await runWith(files)).asked).toEqual([[]]);
  expect((await runWith(many)).counts).toEqual({ passed: 0, failed: 11 });
});
