import { describe, expect, test } from '@jest/globals';
import { EXPORTED_FILES } from './exported-files.ts';
import { OFFICE_FILES } from './office-files.ts';
import { tryOfficeFiles } from './try-office-files.ts';
import { tryProposals } from './try-proposals.ts';

describe('files as offices export them', () => {
  test('each of the 26 kinds of files is usable unchanged, with the right figures', async () => {
    const results = await tryOfficeFiles();
    expect(new Set(OFFICE_FILES.map(({ kind }) => kind)).size).toBe(26);
    expect(results.flatMap(({ file, problem }) => (problem === undefined ? [] : [`${file.kind}: ${problem}`]))).toEqual(
      [],
    );
  });

  test('a file with a wrong figure counts as not usable', async () => {
    const [file] = OFFICE_FILES;
    const [result] = await tryOfficeFiles(file ? [{ ...file, figures: [1] }] : []);
    expect(result?.problem).toBe('shows [200.5], not [1]');
  });
});

describe('the first proposals of `init --from`', () => {
  test('wallfeed proposes the right endpoint first for each of the 33 kinds of files, without a warning of `check`', async () => {
    const results = await tryProposals();
    expect(new Set(EXPORTED_FILES.map(({ kind }) => kind)).size).toBe(33);
    expect(results.flatMap(({ file, problem }) => (problem === undefined ? [] : [`${file.kind}: ${problem}`]))).toEqual(
      [],
    );
  });

  test.each([
    [{ shows: [1] }, 'shows ['],
    [{ component: 'Map' }, 'proposes Numeric Metric, not Map'],
    [{ note: 'a note' }, 'has no comment with a note'],
  ])('a proposal that differs in %j counts as wrong', async (changed, problem) => {
    const [file] = EXPORTED_FILES;
    const [result] = await tryProposals(file ? [{ ...file, ...changed }] : []);
    expect(result?.problem).toContain(problem);
  });
});
