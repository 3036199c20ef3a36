import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkSql } from '../../../../infra/dashboard/sql/check-sql.ts';

describe('SQL of a source', () => {
  test.each([
    'select 1;',
    'with a as (select 1), b as (select * from a) select * from b',
    'select * from (values (1, 2)) as rows',
    'select 1 union all values (2)',
    `select '$1', ':nothing', "insert" from t -- ; delete from t`,
    'select a[1:2], b[lo:hi], c::text from t where at between :from and :to',
    "select E'\\':x', $tag$ :x; $1 $tag$ /* :x /* $1 */ */",
    'select at from t where at > :from::timestamptz limit :timePeriod',
    'select count(*) filter (where a > :currentTime) from t for_update',
  ])('check accepts the statement: %s', async (statement) => {
    expect((await checkSql(statement)).problems).toEqual([]);
  });

  test('each parameter of a statement is listed once', async () => {
    const { parameters } = await checkSql('select :to, :from, :to where :timePeriod > 1');
    expect(parameters).toEqual(['to', 'from', 'timePeriod']);
  });

  test.each([
    ['', '', 'the statement is empty'],
    [' -- nothing\n', ' -- nothing\n', 'the statement is empty'],
    ['delete from t', 'delete from t', 'DELETE is not a SELECT'],
    ['create table t (a int)', 'create table t (a int)', 'CREATE is not a SELECT'],
    ['explain select 1', 'explain select 1', 'EXPLAIN is not a SELECT'],
    ['call f()', 'call f()', 'CALL is not a SELECT'],
    ['show all', 'show all', 'SHOW is not a SELECT'],
    ['set search_path to a', 'set search_path', 'SET is not a SELECT'],
    ['-- x\n Reset all', 'Reset all', 'RESET is not a SELECT'],
    ['begin', 'begin', 'BEGIN is not a SELECT'],
    ['refresh  materialized view a', 'refresh', 'REFRESH MATERIALIZED VIEW is not a SELECT'],
    ['with a as (select 1) delete from t', 'delete from t', 'DELETE is not a SELECT'],
    ['values (1)', 'values (1)', 'VALUES is not a SELECT'],
    ['table t', 'table t', 'TABLE is not a SELECT'],
    ['with a as (select 1) table a', 'table a', 'TABLE is not a SELECT'],
    ['select 1; select 2', '; select 2', '2 statements'],
    ['select 1;;', ';;', 'a semicolon too many'],
    ['; select 1', '; select 1', 'a semicolon too many'],
    ['with a as (delete from t returning *) select * from a', 'delete from t', 'DELETE inside the statement'],
    [
      'select * from (with a as (insert into t values (1) returning 1) select 1) x',
      'insert into t',
      'INSERT inside the statement',
    ],
    ['with a as (update t set b = 1 returning 1) select 1', 'update t', 'UPDATE inside the statement'],
    [
      'with a as (merge into t using s on t.i = s.i when matched then delete returning 1) select 1',
      'merge into t',
      'MERGE inside the statement',
    ],
    ['select a into b from c', 'into b', 'SELECT INTO creates a table'],
    ['select * from t for update', 'for update', 'FOR UPDATE or FOR SHARE locks rows'],
    ['select (select 1 from t for share)', 'for share', 'FOR UPDATE or FOR SHARE locks rows'],
    ["select 'é😀', $1", '$1', 'a positional parameter'],
    ['select :from, $1, :to', '$1', 'a positional parameter'],
    ['select :form', ':form', 'unknown parameter :form'],
    ['select :From', ':From', 'unknown parameter :From'],
    ["select 'é😀' )", ')', 'not SQL: syntax error at or near ")"'],
    ['select :时间 )', ')', 'not SQL: syntax error at or near ")"'],
    ['select a.:from', ':from', 'not SQL: syntax error at or near ":from"'],
    ['select 1 from', '', 'not SQL: syntax error at end of input'],
    ["select 'abc", "'abc", `not SQL: unterminated quoted string at or near "'abc"`],
    ['select 1\0; drop table t', '\0; drop', 'a NUL character'],
  ])('check refuses the statement %j', async (statement, place, message) => {
    const { problems } = await checkSql(statement);
    const problem = problems.find((found) => found.message === message);
    expect(problem).toBeDefined();
    expect(problem?.hint).not.toBe('');
    expect(statement.slice(problem?.offset).startsWith(place)).toBe(true);
    expect(place === '' && statement !== '' ? problem?.offset : statement.length).toBe(statement.length);
  });

  test('an unknown parameter in SQL gets a hint with the nearest parameters, or else with all parameters', async () => {
    const { problems } = await checkSql('select :form, :x');
    expect(problems.map(({ hint }) => hint)).toEqual([
      'did you mean :from?',
      'known are :from, :to, :currentTime, :timePeriod',
    ]);
  });

  test('the check of SQL never throws, and places each problem inside the text', async () => {
    const pieces = [
      'select ',
      ':to',
      ':x',
      '$1',
      ' from t',
      "'",
      '"',
      '$$',
      '/*',
      '*/',
      '--',
      '\n',
      ';',
      '(',
      ')',
      '😀',
    ];
    const statements = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(statements, async (statement) => {
        const { problems } = await checkSql(statement);
        for (const { offset } of problems) expect(offset >= 0 && offset <= statement.length).toBe(true);
      }),
    );
  });
});
