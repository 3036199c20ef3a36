import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkAthenaSql } from '../../../../infra/dashboard/sql/check-athena-sql.ts';
import { localProblems } from '../../../../infra/dashboard/sql/foreign-syntax.ts';
import { reasonOf } from '../../../../infra/local/emulators/athena/execution.ts';
import { type Lake, openLake } from '../../../../infra/local/emulators/athena/lake/open-lake.ts';
import { formatValue } from '../../../../infra/local/emulators/athena/result-types.ts';
import { EMULATED } from '../../../../infra/trino/calls.ts';
import { translateSql } from '../../../../infra/trino/dialect/translate-sql.ts';
import { tokenize } from '../../../../infra/trino/sql-tokens.ts';
import { createFolder, type Folder } from '../../../support/folders/folder.ts';

/**
 * An expected answer. It is a value of the first row, or the name of the error, as Trino documents them. For a statement
 * that check refuses, it is a part of the message of check.
 */
type Answer = string | null | { readonly fails: string } | { readonly refused: string };

type Statement = readonly [select: string, ...answers: readonly Answer[]];

const STATEMENTS: readonly Statement[] = JSON.parse(readFileSync(new URL('statements.json', import.meta.url), 'utf8'));

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

const saidOf = async (sql: string): Promise<readonly string[]> => {
  const byWords = [...checkAthenaSql(sql).problems, ...localProblems(sql)];
  const byPlan = byWords.length > 0 ? undefined : await lake.check('shop', translateSql(sql));
  return [...byWords, ...(byPlan ? [byPlan] : [])].map(({ message, hint }) => `${message} (${hint})`);
};

const answersOf = async (sql: string): Promise<readonly Answer[]> => {
  try {
    const { rows, types } = await lake.query('shop', translateSql(sql), new AbortController().signal);
    return (rows[0] ?? []).map((value, index) => formatValue(value, types[index] ?? { typeId: 0 }) ?? null);
  } catch (error) {
    return [{ fails: reasonOf(error).split(':')[0] ?? '' }];
  }
};

describe('a statement of Athena on this machine', () => {
  test('the list has at least 100 different statements with the answers of Trino', () => {
    expect(STATEMENTS.length).toBeGreaterThanOrEqual(100);
    expect(new Set(STATEMENTS.map(([select]) => select)).size).toBe(STATEMENTS.length);
  });

  test('each emulated function occurs in a statement whose answer by Trino is known', () => {
    const answered = STATEMENTS.filter(([, answer]) => typeof answer !== 'object' || answer === null);
    const words = new Set(answered.flatMap(([select]) => tokenize(select).map(({ text }) => text.toLowerCase())));
    expect([...EMULATED].filter((name) => !words.has(name))).toEqual([]);
  });

  test.each(STATEMENTS)(
    'the statement %s gives the answer of Trino, or check refuses it',
    async (select, ...answers) => {
      const sql = `select ${select}`;
      const said = await saidOf(sql);
      const [first] = answers;
      if (typeof first === 'object' && first !== null && 'refused' in first) {
        expect(said.join()).toContain(first.refused);
        expect(said.length).toBeGreaterThan(0);
        return;
      }
      expect(said).toEqual([]);
      expect(await answersOf(sql)).toEqual(answers);
    },
  );

  test('check accepts the conversions inside an emulated function, also in a statement that is longer than all functions', async () => {
    expect(await saidOf(`select '${'-'.repeat(50_000)}', avg(x) from (values 1.00, 1.01) as t (x)`)).toEqual([]);
  });
});
