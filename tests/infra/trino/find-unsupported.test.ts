import { describe, expect, test } from '@jest/globals';
import { findUnsupported } from '../../../infra/trino/find-unsupported.ts';

const namesIn = (sql: string) => findUnsupported(sql).map(({ name }) => name);

describe('a statement that the emulator supports', () => {
  test.each([
    `select region, channel, date_trunc('hour', at) as hour, count(*) as orders, sum(amount) as amount
     from orders where day >= date(?) and at between ? and ? group by 1, 2, 3`,
    'with a (x, y) as (select 1, 2), b (x) as (select x from a) select * from a join b using (x)',
    'select t.x from unnest(array[1, 2]) as t (x) cross join lateral_view where x in (1, 2) and (x > 1 or not (x = 2))',
    `select count(*) filter (where x > 1), sum(x) over (partition by y order by x rows between 1 preceding and current row)
     from (values (1, 2)) as t (x, y) group by grouping sets ((x), ()), cube (y), rollup (x)`,
    `select 'histogram(x)', "histogram" /* histogram(x) */ from t -- histogram(x)`,
    'select cast(x as decimal(10, 2)), cast(y as varchar(3)), t.map from t',
    `select date '2026-11-20', timestamp '2026-11-20 08:00:00.000', interval '1' day from t`,
    'select case when (x > 1) then (2) else (3) end from t order by (x) offset 1 limit 2',
  ])('the emulator supports %s', (sql) => {
    expect(namesIn(sql)).toEqual([]);
  });
});

describe('a statement that the emulator does not support', () => {
  test.each([
    ['select histogram(x) from t', ['the function histogram']],
    ['select f(x) as y, G(z) from t', ['the function f', 'the function g']],
    ['select transform(x, e -> e + 1) from t', ['the function transform', 'a lambda expression']],
    ['select cast(x as json) from t', ['a cast to json']],
    ['select cast(x as timestamp with time zone) from t', ['a cast to timestamp with time zone']],
    [`select timestamp '2026-11-20 08:00:00 Europe/Paris'`, ['a timestamp with a time zone']],
    ['with recursive a (n) as (select 1) select * from a', ['WITH RECURSIVE']],
    ['select * from t tablesample bernoulli (10)', ['TABLESAMPLE']],
    ['select lag(x) ignore nulls over (order by y) from t', ['IGNORE NULLS']],
    [`select listagg(x, ',') within group (order by x) from t`, ['the function listagg', 'WITHIN GROUP']],
    ['select x from t limit 1 offset 2', ['OFFSET after LIMIT']],
    [`select * from read_csv('/etc/passwd')`, ['the function read_csv']],
  ])('an unsupported function or construct is reported in %s', (sql, names) => {
    expect(namesIn(sql)).toEqual(names);
  });

  test.each([
    ['select upper(a) as area, sum(b) as c from t group by area', ['the alias area in GROUP BY']],
    ['select a * 2 as twice from t where Twice > 1', ['the alias twice in WHERE']],
    ['select a, sum(b) as total from t group by 1 having total > 1', ['the alias total in HAVING']],
    ['select * from (select a as b from t group by b)', ['the alias b in GROUP BY']],
  ])('an alias outside of ORDER BY is reported in %s', (sql, names) => {
    expect(namesIn(sql)).toEqual(names);
  });

  test.each([
    'select upper(a) as a, sum(b) as b from t where b > 1 group by a',
    'select a as area from t where t.area > 1 and area(a) > 1 order by area',
    'select area from (select a as area from t) where area > 1 group by area',
    'select a as b from t where exists (select 1 from u where b > 1)',
  ])('a name that is not an alias is accepted in %s', (sql) => {
    expect(namesIn(sql).filter((name) => name.startsWith('the alias'))).toEqual([]);
  });

  test('an unsupported function is reported at its place in the statement', () => {
    expect(findUnsupported('select 1,\n  histogram(x)')).toEqual([{ name: 'the function histogram', offset: 12 }]);
  });
});
