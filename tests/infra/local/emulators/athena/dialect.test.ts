import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Case, FUNCTION_CASES, SYNTAX_CASES } from '../../../../../infra/lab/athena/function-cases.ts';
import { createFolder, type Folder } from '../../../../../infra/lab/folders/folder.ts';
import { type Lake, openLake } from '../../../../../infra/local/emulators/athena/lake/open-lake.ts';
import { formatValue } from '../../../../../infra/local/emulators/athena/result-types.ts';
import { EMULATED_FUNCTIONS } from '../../../../../infra/trino/calls.ts';
import { translate } from '../../../../../infra/trino/dialect/translate.ts';
import { findUnsupported } from '../../../../../infra/trino/find-unsupported.ts';

let folder: Folder;
let lake: Lake;
beforeAll(async () => {
  folder = await createFolder();
  lake = await openLake(folder.path);
});
afterAll(async () => {
  await lake.close();
  await folder.remove();
});

/** Returns the values of the first row as text. */
const run = async (select: string): Promise<readonly (string | null)[]> => {
  const { rows, types } = await lake.query('shop', translate(`select ${select}`), new AbortController().signal);
  return (rows[0] ?? []).map((value, index) => formatValue(value, types[index] ?? { typeId: 0 }) ?? null);
};

describe('the functions of the Athena emulator', () => {
  const cases = EMULATED_FUNCTIONS.flatMap((name) => FUNCTION_CASES[name].map((one) => [name, ...one] as const));
  test.each(cases)('the function %s has the result that Trino documents: %s', async (name, select, ...expected) => {
    expect(select.toLowerCase()).toContain(name);
    expect(findUnsupported(`select ${select}`)).toEqual([]);
    expect(await run(select)).toEqual(expected);
  });
});

describe('the syntax of the Athena emulator', () => {
  test.each(SYNTAX_CASES)('the syntax %s has the result that Trino documents', async (...one: Case) => {
    const [select, ...expected] = one;
    expect(findUnsupported(`select ${select}`)).toEqual([]);
    expect(await run(select)).toEqual(expected);
  });
});
