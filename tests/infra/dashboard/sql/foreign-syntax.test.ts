import { describe, expect, test } from '@jest/globals';
import { checkAthenaSql } from '../../../../infra/dashboard/sql/check-athena-sql.ts';
import { translate } from '../../../../infra/language/translate.ts';

const problemsOf = (sql: string) =>
  checkAthenaSql(sql).problems.map(({ offset, message, hint }) => `${offset} ${message} (${hint})`);

describe('syntax that DuckDB has and Trino lacks', () => {
  test.each([
    ['select a, from t', '8 a comma with nothing after it (remove it)'],
    ['select a from t group by a, order by a', '26 a comma with nothing after it (remove it)'],
    ['select [1, 2] from t', '7 a list without ARRAY (write array[1, 2])'],
    ["select {'a': 1} from t", '7 Athena’s SQL has no { here (write map(array[...], array[...]))'],
    ['select a ^ 2 from t', '9 Athena’s SQL has no ^ here (write power(x, 2))'],
    [
      'select distinct on (a) b from t',
      '7 Athena has no DISTINCT ON (group the rows, and take max_by(value, at) of each group)',
    ],
    [
      'select a from t where at > :from - interval 1 day',
      "35 Athena writes intervals in another way (write interval '1' day)",
    ],
    ["select interval '3 hours' from t", "7 Athena writes intervals in another way (write interval '3' hour)"],
    ["select interval '2' weeks from t", "7 Athena writes intervals in another way (write interval '14' day)"],
    ['select a from t limit 10%', '24 Athena has no percentage in LIMIT (write a number of rows)'],
    ['select sum(a) filter (a > 1) from t', '14 FILTER without WHERE (write filter (where ...))'],
    [
      'select a, sum(b) from t group by all',
      '33 Athena has no group by all (write the columns, or their positions: 1, 2)',
    ],
    [
      'select a from t union all by name select a from u',
      '26 Athena has no UNION BY NAME (select the columns in the same order)',
    ],
    ['select a from t using sample 10', '16 Athena has no USING SAMPLE (write from orders tablesample bernoulli (10))'],
    [
      'select a || 1 from t',
      '9 Athena cannot join a number to a text (write cast(value as varchar), or quote the number)',
    ],
    [
      'select a from t where day > current_date - 7',
      "41 Athena cannot add a number to a date (write - interval '7' day)",
    ],
    ['select a[1:2] from t', '10 Athena’s SQL has no colon here (write slice(list, 1, 2), or substr(name, 1, 2))'],
    ['select area: a from t', '11 Athena’s SQL has no colon here (write value as name)'],
    [
      "select date_trunc('decade', at) from t",
      "7 date_trunc has no unit 'decade' (its units are second, minute, hour, day, month, year, millisecond, week, quarter)",
    ],
    ['select region, amount fro orders', '22 Athena has no word fro here (did you mean from?)'],
    [
      'select a from t qualify b = 1',
      '16 Athena’s SQL has no qualify (select from a subquery with row_number(), and name the row in its WHERE)',
    ],
    ["select a from t where a ilike 'x'", '24 Athena’s SQL has no ilike (write lower(name) like lower(pattern))'],
    ['select a // 2 from t', '9 Athena’s SQL has no // (write /: it divides integers to integers)'],
    ['select a from t where a == 2', '24 Athena’s SQL has no == (write =)'],
    ['select extract(epoch from at) from t', '7 Athena’s SQL has no extract(epoch (write to_unixtime(at))'],
    ['select a from t limit 10 offset 5', '25 Athena has no OFFSET after LIMIT (write offset 5 limit 10)'],
    ['select a, b as a from t', '15 two columns of the result are called a (give one of them another name with AS)'],
    ['select ifnull(a, 0) from t', '7 Athena has no function ifnull (write coalesce(x, y))'],
    ['select nvl(a, 0) from t', '7 Athena has no function nvl (write coalesce(x, y))'],
    ["select string_agg(a, ',') from t", "7 Athena has no function string_agg (write array_join(array_agg(x), ','))"],
    ['select median(a) from t', '7 Athena has no function median (write approx_percentile(x, 0.5))'],
    ["select strftime(a, '%Y') from t", "7 Athena has no function strftime (write date_format(at, '%Y-%m-%d'))"],
    ["select a from t where at > ':from'", "27 ':from' is a text, not a parameter (write :from without quotes)"],
  ])('syntax that Trino lacks is refused at its place: %s', (sql, problem) => {
    expect(problemsOf(sql)).toContain(problem);
    const texts = checkAthenaSql(sql).problems.flatMap(({ message, hint = '' }) => [message, hint]);
    expect(texts.filter((text) => !/\p{Script=Han}/u.test(translate(text)))).toEqual([]);
  });
});

test('syntax of Trino that looks like that of other databases is accepted', () => {
  const statements = [
    "select array[1, 2], a[1], m['k'], array[array[1], array[2]], json_object('a': b, key 'c': d) from t",
    "select interval '1' day, interval - '2' hour, interval '1-2' year to month from t",
    'select count(*) filter (where a > 1), filter(b, x -> x > 1), a % 2 from t limit 10',
    'select all a from t union all select b from u group by all a, b order by all_of_it',
    "select a from t join u using (id) where day > current_date - interval '7' day and 1 - 2 < 3",
    "select a || '1', date_trunc('QUARTER', at), interval from t",
    'select form from t as fro, u left join v on fro.a = v.a order by t.qualify offset 5 limit 10',
    'select * from t match_recognize (measures x as y pattern (^ a{2,3}) define a as true)',
  ];
  expect(statements.flatMap(problemsOf)).toEqual([]);
});
