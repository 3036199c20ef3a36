import { describe, expect, test } from '@jest/globals';
import { OFFICE_FILES } from '../../../infra/lab/office/office-files.ts';
import { tryOfficeFiles } from '../../../infra/lab/office/try-office-files.ts';

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
