import { describe, expect, test } from '@jest/globals';
import { findSqlParameters } from '../../../shared/sources/sql-parameters.ts';

const names = (statement: string): readonly string[] => findSqlParameters(statement).map(({ name }) => name);

describe('named parameters of a statement', () => {
  test('named parameters of a statement have names and positions', () => {
    expect(findSqlParameters('select :to, 1 where at>:from')).toEqual([
      { name: 'to', start: 7, end: 10 },
      { name: 'from', start: 23, end: 28 },
    ]);
  });

  test.each([
    ['a literal', `select ':a', :b`],
    ['a doubled quote', `select 'it''s :a', :b`],
    ['an escape string', String.raw`select E'\':a', e'\\', :b`],
    ['an escape string that goes on', `select E'a'\n  '\\':a', :b`],
    ['a backslash in a plain literal', String.raw`select '\', :b, ':a'`],
    ['a quoted name', `select ":a", :b`],
    ['dollar quotes', 'select $$ :a $$, $x$ :a $$ :a $x$, :b'],
    ['a name with dollars', 'select a$b$ , :b, c$b$'],
    ['a line comment', 'select -- :a\n :b'],
    ['nested comments', 'select /* :a /* :a */ :a */ :b'],
    ['a comment behind a minus', 'select 1--:a\n, :b'],
    ['a cast', 'select x::a, :b'],
    ['a named argument', 'select f(x :=1), :b'],
    ['a slice of numbers', 'select x[1:2], :b'],
    ['a slice of columns', 'select x[lo:hi], x[f(1):hi], x[y[1]:hi], :b'],
    ['a literal that never ends', `select :b, ':a`],
    ['a comment that never ends', 'select :b /* :a'],
    ['dollar quotes that never end', 'select :b, $x$ :a'],
  ])('named parameters of a statement are not found in %s', (_, statement) => {
    expect(names(statement)).toEqual(['b']);
  });

  test('named parameters of a statement are found directly beside operators, brackets and comments', () => {
    expect(names('select :a::int,(:b),:c+:d,-:e,x[:f],x[1 + :g:2],y||:h')).toEqual([...'abcdefgh']);
  });

  test('named parameters of a statement may contain letters of any alphabet', () => {
    expect(names('select :currentTime, :时间, :a_1')).toEqual(['currentTime', '时间', 'a_1']);
  });
});
