import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkAthenaSql } from '../../../../infra/dashboard/sql/check-athena-sql.ts';

const OF_DAY = 'day >= date(:from) and at between :from and :to';

describe('SQL for Athena', () => {
  test.each([
    'select 1;',
    '(select 1) union all (select 2)',
    'with a (x) as (select 1), b as (select * from a) select * from b',
    'with a as (select 1) (select * from a) union (select 2)',
    'with a as (select b from t where c = date(:from)) select b from a',
    'select transform(a, x -> x + 1), m[\'k\'], b[1], try_cast(c as double), t."Order Total" from t',
    "select timestamp '2026-11-20 08:00:00', interval '1' day, at at time zone 'UTC' from t",
    'select * from t cross join unnest(a) with ordinality as u (x, n)',
    'select approx_distinct(user), offset, "limit" from t where offset > :timePeriod and fetch < :currentTime limit 5',
    "select ':x ?', 'it''s ?', \":y ?\", json_object('a':b) from t -- :z ? ; delete\n/* ? :z */",
    'select count(*) filter (where a > 1) from t',
    'select a from t where a is not distinct from :timePeriod or (case when b > :to then 1 else 2 end) = 1',
    'select a from t where exists (select 1 from u where u.at > :from)',
    'select a, (select max(b) from u where u.at > :from) from t where f(coalesce(at, (:to))) > 1',
    `with o as (select * from orders where ${OF_DAY}) select region, sum(amount) from o group by 1 order by 2 desc`,
    `select a from t where ${OF_DAY} union select b from u where ${OF_DAY}`,
    'select a from t join u on t.i = u.i where t.at > :from group by a having sum(b) > 5',
    'select "中文" as "名称" from t',
    'select U&"\\00e9", x\'65\', 1.5e3, .5 from t',
  ])('SQL for Athena may be: %s', (statement) => {
    expect(checkAthenaSql(statement).problems).toEqual([]);
  });

  test.each([
    ['', '', 'the statement is empty'],
    [' -- nothing\n;', ' -- nothing', 'the statement is empty'],
    ['delete from t', 'delete', 'DELETE is not a SELECT'],
    ['-- x\n Create table t as select 1', 'Create', 'CREATE is not a SELECT'],
    ["unload (select 1) to 's3://x/'", 'unload', 'UNLOAD is not a SELECT'],
    ['with a as (select 1) delete from t', 'delete', 'DELETE is not a SELECT'],
    ['with a as (select 1), b(x) as (select 2) insert into t select 1', 'insert', 'INSERT is not a SELECT'],
    ['values 1, 2', 'values', 'VALUES is not a SELECT'],
    ['((table t))', 'table', 'TABLE is not a SELECT'],
    ['show tables', 'show', 'SHOW is not a SELECT'],
    ['select a into b from c', 'into', 'INTO inside the statement'],
    ['with a as (delete from t) select 1', 'delete', 'DELETE inside the statement'],
    ['select 1; select 2', '; select', 'a semicolon before the end'],
    ['select 1;;', ';;', 'a semicolon before the end'],
    ['select (1', '(1', 'a parenthesis that is not closed'],
    ['select 1)', ')', 'one closing parenthesis too many'],
    ["select 'it''s", "'it", 'a text without its closing quote'],
    ['select "a', '"a', 'a quoted name without its closing quote'],
    ['select 1 /* :x', '/*', 'a comment without its end'],
    ['select `a` from t', '`a', 'Athena’s SQL has no backquotes'],
    ['select a::int from t', '::', 'Athena has no ::'],
    ['select $1', '$1', 'Athena’s SQL has no $'],
    ['select a # b', '#', 'Athena’s SQL has no #'],
    ['select 1\0', '\0', 'a NUL character'],
    ['select 名称 from t', '名称', 'the name 名称 needs quotes'],
    ['select 2d from t', '2d', 'the name 2d needs quotes'],
    ['select a from t where x = ?', '?', 'a positional parameter'],
    ['select a from t where x > :form', ':form', 'unknown parameter :form'],
    ['select :to from t', ':to', ':to is in SELECT, but Athena accepts parameters only in WHERE'],
    ['select a from unnest(sequence(:from, 2)) u', ':from', ':from is in FROM, but Athena '],
    ['select a from t join u on u.at > :from', ':from', ':from is in ON, but Athena '],
    ['select a from t group by date_diff(at, :to)', ':to', ':to is in GROUP BY, but Athena '],
    ['select a from t group by 1 having max(b) > :to', ':to', ':to is in HAVING, but Athena '],
    ['select a from t order by b > :to', ':to', ':to is in ORDER BY, but Athena '],
    ['select a from t where b > 1 limit :timePeriod', ':timePeriod', ':timePeriod is in LIMIT, but '],
    ['select a from t offset :timePeriod', ':timePeriod', ':timePeriod is in OFFSET, but '],
    ['select count(*) filter (where a > :to) from t', ':to', ':to is in FILTER (WHERE ...), but Athena '],
    ['select a from t where b in (select :to from u)', ':to', ':to is in SELECT, but Athena '],
    ['with a as (select 1 from t where x > 1 group by :to) select 1', ':to', ':to is in GROUP BY, but '],
    ['select * from (values :to) t', ':to', ':to is in VALUES, but '],
  ])('SQL for Athena is refused: %s', (statement, at, message) => {
    const { problems } = checkAthenaSql(statement);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ offset: statement.indexOf(at), message: expect.stringContaining(message) });
    expect(problems[0]?.hint).toMatch(/\S/);
  });

  test('each parameter in SQL for Athena becomes a question mark, in the order of the parameters', () => {
    const { statement, parameters } = checkAthenaSql(
      'select \':to\', ":to" -- :to\nfrom t where at > :from and at<=:to and f(:from) > :timePeriod; -- the end',
    );
    expect(statement).toBe('select \':to\', ":to" -- :to\nfrom t where at > ? and at<=? and f(?) > ?');
    expect(parameters).toEqual(['from', 'to', 'from', 'timePeriod']);
  });

  test('all misplaced parameters in SQL for Athena are reported at once, in their order', () => {
    const { problems } = checkAthenaSql('select :to from t where a > :frm order by :from');
    expect(problems.map(({ offset }) => offset)).toEqual([7, 28, 42]);
  });

  test('the check of SQL for Athena never throws, and places each problem inside the statement', () => {
    const piece = fc.constantFrom(
      'select',
      'with',
      'where',
      '(',
      ')',
      "'",
      '"',
      '/*',
      ':from',
      '?',
      ',',
      'a',
      ';',
      '*',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const text = pieces.join(' ');
        const { problems } = checkAthenaSql(text);
        expect(problems.every(({ offset }) => offset >= 0 && offset <= text.length)).toBe(true);
      }),
    );
  });
});

describe('the result columns of SQL for Athena', () => {
  test.each([
    ['select region, o.amount, "Order Total" from o', ['region', 'amount', 'Order Total']],
    ['select distinct a as First, "x""y" "Q q", b c', ['First', 'Q q', 'c']],
    [
      "select count(*) n, count(*), date_trunc('hour', at) as hour, 7 / 2, -1, 'x', a[1] one",
      ['n', '_col1', 'hour', '_col3', '_col4', '_col5', 'one'],
    ],
    ["select interval '1' day, at at time zone 'UTC', current_date, null", ['_col0', '_col1', '_col2', '_col3']],
    ['select array[1, 2] as list, sum(a) filter (where b in (1, 2)) as total', ['list', 'total']],
    [
      'select case when a then b end, case when a then b end c, a is null, a is distinct from b',
      ['_col0', 'c', '_col2', '_col3'],
    ],
    ['select a x from t union select b y from u', ['x']],
    ['with q as (select 1 as z) select z, (select max(z) from q) m from q', ['z', 'm']],
  ])('the result columns of SQL for Athena are known for %s', (statement, columns) => {
    expect(checkAthenaSql(statement).columns).toEqual(columns);
  });

  test.each(['select * from t', 'select t.*, a from t', '(select a from t)', 'delete from t', 'select'])(
    'the result columns of SQL for Athena are unknown for %s',
    (statement) => {
      expect(checkAthenaSql(statement).columns).toBeUndefined();
    },
  );
});
