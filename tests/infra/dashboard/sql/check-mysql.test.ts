import { describe, expect, test } from '@jest/globals';
import { misplacedKey } from '../../../../infra/dashboard/registry/unknown-key.ts';
import { checkAthenaSql } from '../../../../infra/dashboard/sql/check-athena-sql.ts';
import { checkMysql } from '../../../../infra/dashboard/sql/check-mysql.ts';
import { checkSql } from '../../../../infra/dashboard/sql/check-sql.ts';
import { mysqlFunctionHint } from '../../../../infra/dashboard/sql/mysql-hints.ts';
import { translate } from '../../../../infra/language/translate.ts';

const GOOD = [
  'select 1',
  'select `a b`, c from `my table`',
  'select * from t limit 5, 10',
  'select * from t limit 5 offset 10',
  "select date_format(at, '%Y-%m-%d %H:00') as h, count(*) from orders group by h",
  'select now() - interval 1 day',
  'select date_add(at, interval 1 day_hour) from t',
  'select interval 1 day + now()',
  "select at from t where at >= now() - interval '1:30' hour_minute",
  "select group_concat(distinct name order by name desc separator ', ') from t",
  'select a from t group by a with rollup',
  'select straight_join a from t',
  'select high_priority sql_no_cache a from t',
  'select sql_calc_found_rows a from t limit 1',
  'select distinctrow a from t',
  'select /*+ MAX_EXECUTION_TIME(1000) */ a from t',
  'select a from t use index (i1)',
  'select a from t force index for join (i1) ignore index (i2)',
  'select a from t partition (p0, p1)',
  'select a from t1 straight_join t2 on t1.id = t2.id',
  'select a from t1 natural left join t2',
  'select a from t1 left join (t2 join t3 on t2.x = t3.x) on t1.x = t2.x',
  "select j->'$.a', j->>'$.b[0]' from t",
  "select json_extract(j, '$.a') from t",
  "select * from json_table('[1,2]', '$[*]' columns (n int path '$', o for ordinality)) as jt",
  "select 3 member of('[1,2,3]')",
  "select json_value(j, '$.a' returning decimal(4,2)) from t",
  "select match(a, b) against ('x' in boolean mode) from t",
  "select match(a) against ('x' with query expansion) from t",
  'select sum(x) over (partition by a order by b rows between 6 preceding and current row) from t',
  'select sum(x) over w from t window w as (partition by a)',
  'select row_number() over (order by a desc), lag(x, 1, 0) over (order by b) from t',
  'select first_value(x) over (order by y range between interval 1 day preceding and current row) from t',
  'select nth_value(x, 2) from first over (order by y) from t',
  'select lag(x) respect nulls over (order by y) from t',
  'select ntile(4) over () from t',
  'select percent_rank() over (order by a) from t',
  'with recursive n (i) as (select 1 union all select i + 1 from n where i < 10) select * from n',
  'with a as (select 1 x), b as (select 2 y) select * from a, b',
  '(select 1) union (select 2) order by 1 limit 1',
  'select 1 union distinct select 2',
  'select 1 intersect select 1',
  'select 1 except select 2',
  '(select a from t limit 1) union all (select b from u limit 1)',
  'select * from (values row(1,2)) as v(a,b)',
  "select _utf8mb4'x' collate utf8mb4_bin",
  'select convert(a using utf8mb4) from t',
  'select cast(a as unsigned), cast(b as signed integer), cast(c as char(10) character set utf8mb4), cast(d as datetime(3)), cast(e as decimal(10,2)), cast(f as json), cast(g as year), cast(h as float), cast(i as double) from t',
  'select convert(a, char(3)) from t',
  'select cast(at as date) from t',
  "select binary 'a' = 'A'",
  'select char(77, 121 using utf8mb4)',
  "select n'text'",
  "select x'4D', 0x4D, b'01', 0b01",
  'select 7 div 2, 7 mod 2, 7 % 2',
  "select a rlike '^x', a regexp 'y', a not regexp 'z', a sounds like 'b' from t",
  'select a <=> null from t',
  'select ~a, a ^ b, a | b & c, a << 2, a >> 1 from t',
  'select row(1,2) = row(1,2)',
  'select (1,2) in ((1,2),(3,4))',
  'select a from t where (a,b) in (select c,d from u)',
  'select a = any (select 1), a > all (select 2) from t',
  'select exists (select 1)',
  "select date '2026-01-01', time '10:00:00', timestamp '2026-01-01 00:00:00'",
  "select {d '2026-01-01'}, {ts '2026-01-01 00:00:00'}",
  'select extract(year_month from now()), extract(day_microsecond from now())',
  'select timestampdiff(hour, a, b), timestampadd(minute, 1, a) from t',
  "select trim(both 'x' from a), trim(leading from a), trim(a) from t",
  "select substring(a from 2 for 3), substring(a, 2), mid(a,1,2), position('b' in a) from t",
  "select if(a > 0, 'x', 'y'), ifnull(a, 0), nullif(a, 0), coalesce(a, 0) from t",
  "select case a when 1 then 'x' else 'y' end, case when a then 1 end from t",
  'select count(distinct a, b), avg(distinct a), bit_or(a), std(a), json_arrayagg(a), json_objectagg(a, b), any_value(a) from t',
  'select a from t where a between 1 and 2 and b not between 3 and 4',
  "select a from t where name like 'a|_%' escape '|'",
  'select a from t where a is true or b is not unknown',
  'select current_timestamp, current_timestamp(3), localtime, utc_timestamp(), curdate(), sysdate(6)',
  'select curdate() + interval 1 week',
  "select from_unixtime(1), unix_timestamp(), convert_tz(a, 'UTC', 'Asia/Shanghai') from t",
  "select 'it''s', 'it\\'s', \"double\", 'a' 'b'",
  'select `t`.`a`, db.t.b, t.* from db.t as t',
  'select a as \'x y\', b "z", c w from t',
  'select 1 as `from`, key1 k from t order by `from` desc, 2',
  "select a from t order by field(a, 'x','y'), null",
  'select a # comment\n from t -- other\n where 1 -- end',
  'select 1--1',
  "select a from t where b = 'x' collate utf8mb4_general_ci",
  'select lateral_t.* from t, lateral (select max(x) from u where u.id = t.id) as lateral_t',
  'select a from t join u using (id) cross join v',
  'select a from t left outer join u on t.id = u.id right join v on v.id = u.id',
  'select 1 from dual where 1 = 1',
  'select grouping(a) from t group by a, b with rollup having grouping(a) = 0',
  'select 年, `月份` from `销售`',
  "select 销售额 as 数 from 表 where 地区 = '华东'",
  "select weight_string(a), inet_ntoa(1), uuid(), format(1234.5, 2, 'de_DE') from t",
  'select st_astext(p), st_distance_sphere(p, point(1,2)) from t',
  'select a from t where a in (1,2) group by a having count(*) > 1 order by null limit 10',
  'select 1e3, .5, 1.5e-3, -1, +1, - -1',
  'select interval(5, 1, 10)',
  'select `rank`, t.rank, t.system, rank() over w, lag(a) over w from t window w as (order by `groups`)',
  'select a div b as `div`, a mod b from t',
  'select default(a) from t',
  "select yearweek(at, 3), weekofyear(at), dayname(at), quarter(at), last_day(at), str_to_date('1','%d'), sec_to_time(1), makedate(2026, 1) from t",
  "select get_format(date, 'EUR')",
  "select left(a, 2), right(a, 2), repeat('a', 2), replace(a, 'x', 'y'), insert(a, 1, 2, 'x'), lpad(a, 2, '0'), reverse(a) from t",
  'select truncate(a, 2), mod(a, 2), round(a, 1), rand(), ceil(a), pow(a, 2), greatest(1,2) from t',
  'select year(at), month(at), day(at), hour(at), minute(at), second(at), date(at), time(at), timestamp(at) from t',
  'select password, user, role, status, type, value, name, comment, date, time, timestamp, year, text from t',
  "select count(*) total, sum(if(status = 'paid', amount, 0)) paid from orders o where o.at >= '2026-01-01' and o.at < '2026-02-01' group by date(o.at) order by date(o.at)",
  'select t.a from t as t where exists (select * from u where u.a = t.a) and not exists (select 1 from v)',
  'select a from t1 inner join t2 on t1.a <=> t2.a',
  'select sum(x) filter_ from t',
  'select rank() over (order by a) as `rank`, dense_rank() over (order by a) dr from t',
  'select a, max(b) over () m from t qualify_ ',
  'select offset, action, bit, data, end_, level, mode, next, no, off, only, open, position from t',
  "select sum(a) / count(*) * 100.0 as 'rate %' from t",
  'select utc_date, utc_time, utc_timestamp',
  "select time_format(a, '%H'), addtime(a, '1:0:0'), subtime(a,'1'), maketime(1,2,3), period_diff(1,2), to_days(a) from t",
  "select regexp_replace(a, 'b', 'c'), regexp_like(a, 'x', 'i'), regexp_substr(a,'x') from t",
  "select a from t tablesample_ where a > '2026-01-01' + interval 3 month",
  'select datediff(now(), at) d, at + interval 15 minute from t where at > date_sub(now(), interval 7 day)',
  'select floor(unix_timestamp(at) / 300) * 300 as slot, avg(v) from m group by slot order by slot',
  'select case when 1 then 2 end case_ from t',
  "select max(case when k = 'a' then v end) as a from t group by id",
];

const describeProblems = async (statement: string): Promise<readonly string[]> =>
  (await checkMysql(statement, ['region'])).problems.map(
    ({ offset, severity, message, hint }) => `${offset} ${severity ? `${severity} ` : ''}${message} (${hint})`,
  );

describe('a statement for MySQL', () => {
  test.each(GOOD)('the statement is accepted: %s', async (statement) => {
    expect(await describeProblems(statement)).toEqual([]);
  });

  test.each([
    ['', 0, 'the statement is empty'],
    [' ; ', 0, 'the statement is empty'],
    ['select 1\0', 8, 'a NUL character'],
    ['update t set a = 1', 0, 'UPDATE is not a SELECT'],
    ['show tables', 0, 'SHOW is not a SELECT'],
    ['explain select 1', 0, 'EXPLAIN is not a SELECT'],
    ['table t', 0, 'TABLE is not a SELECT'],
    ['values row(1, 2)', 0, 'VALUES is not a SELECT'],
    ['with a as (select 1) update t set a = 1', 0, 'the statement is not a SELECT'],
    ['with a as (select 1) delete from t', 0, 'the statement is not a SELECT'],
    ["select a into outfile '/tmp/x' from t", 9, 'INTO writes the result elsewhere'],
    ["select a from t into dumpfile '/tmp/x'", 16, 'INTO writes the result elsewhere'],
    ['select a from t for update', 16, 'FOR UPDATE or FOR SHARE locks rows'],
    ['select a from t for share nowait', 16, 'FOR UPDATE or FOR SHARE locks rows'],
    ['select a from t lock in share mode', 16, 'FOR UPDATE or FOR SHARE locks rows'],
    ['select 1; select 2', 8, 'a semicolon before the end'],
    ['select @a', 7, '@a is a variable'],
    ['select @@version', 7, '@@version is a variable'],
    ['select @`a`', 7, '@`a` is a variable'],
    ['select /*!50000 1, */ 2', 7, 'a comment that MySQL runs'],
    ['select /*M! 1, */ 2', 7, 'a comment that MySQL runs'],
    ["select load_file('/etc/passwd')", 7, 'a source may not call load_file'],
    ['select SLEEP (1)', 7, 'a source may not call sleep'],
    ["select benchmark(1e9, md5('x'))", 7, 'a source may not call benchmark'],
    ["select get_lock('x', 1)", 7, 'a source may not call get_lock'],
    ['select ?', 7, 'a positional parameter'],
    ['select $1', 7, 'a positional parameter'],
    ['select :form', 7, 'unknown parameter :form'],
    ["select 'a", 7, 'a text without its closing quote'],
    ['select `a', 7, 'a quoted name without its closing quote'],
    ['select /* a', 7, 'a comment without its end'],
    ['select a, b c d from t', 14, 'not SQL: expected: end of statement, found: d'],
    ['select a,\n  b c d\nfrom t', 16, 'not SQL: expected: end of statement, found: d'],
    ['select a from t where ', 21, 'not SQL: expected: an expression, found: EOF'],
    ['select a::int from t', 8, 'MySQL has no ::'],
    ["select a from t where a ilike 'x'", 24, 'MySQL has no ILIKE'],
    ['select count(*) filter (where a > 1) from t', 16, 'MySQL has no FILTER'],
    ['select distinct on (a) a from t', 7, 'MySQL has no DISTINCT ON'],
    ["select a at time zone 'UTC' from t", 9, 'MySQL has no AT TIME ZONE'],
    ["select now() - interval '1 day'", 15, 'MySQL writes intervals in another way'],
    ['select a from t offset 5', 16, 'MySQL has no OFFSET without LIMIT'],
  ])('the statement %j is refused at %i: %s', async (statement, offset, message) => {
    const { problems } = await checkMysql(statement, ['region']);
    expect(problems[0]).toMatchObject({ offset, message });
    expect(problems[0]).not.toHaveProperty('severity');
  });

  test.each([
    [
      "select date_trunc('day', at) from t",
      "7 warning MySQL has no function date_trunc (write date(at), or date_format(at, '%Y-%m-%d %H:00:00'))",
    ],
    [
      "select string_agg(a, ',') from t",
      "7 warning MySQL has no function string_agg (write group_concat(value separator ','))",
    ],
    ["select ':from'", "7 warning ':from' is a text, not a parameter (write :from without quotes)"],
    ['select a || b from t', '9 warning || means OR in MySQL (write concat(a, b))'],
    [
      'select "name" from t',
      '7 warning a text in double quotes is no name in MySQL (write names in backquotes: `name`)',
    ],
    [
      'select name, rank from t order by t.rank',
      '13 warning rank is a word of MySQL 8, and no name (write the name in backquotes: `rank`)',
    ],
    [
      'select count(*) as groups from t',
      '19 warning groups is a word of MySQL 8, and no name (write the name in backquotes: `groups`)',
    ],
    ['select a from "t"', '14 warning a text in double quotes is no name in MySQL (write names in backquotes: `name`)'],
  ])('the statement gets a warning: %s', async (statement, warning) => {
    expect(await describeProblems(statement)).toEqual([warning]);
  });

  test.each([
    'select 1 from t where status = "paid" and region in ("a", "b")',
    'select sleep, benchmark from t',
    'select t.into_, `into`, `for update` from t',
    'select \'a; b @c /*! sleep(1) :x\', `:y`, "it\\"s :z" -- :from @a\nfrom t # ;;\n',
    'select 1 /* @a ; */, 2--1',
  ])('words in texts, names and comments are no problems: %s', async (statement) => {
    expect(await describeProblems(statement)).toEqual([]);
  });

  test('parameters are found outside of texts, names and comments', async () => {
    const { parameters, own, problems } = await checkMysql(
      "select 'a :to', `:to` from t where at >= :from -- :to\n and r = :region limit :region # :to",
      ['region'],
    );
    expect({ parameters, own, problems }).toEqual({ parameters: ['from'], own: ['region'], problems: [] });
  });

  test.each([
    ['select a, b as `c d`, t.e, count(*), 1 as "f g" from t', ['a', 'c d', 'e', undefined, 'f g']],
    ['with q as (select 1 as x) select x from q', ['x']],
    ['(select a from t) union all (select b from u)', ['a']],
    ['select * from t', undefined],
    ['select t.*, a from t', undefined],
  ])('the columns of %s are %j', async (statement, columns) => {
    expect((await checkMysql(statement)).columns).toEqual(columns);
  });
});

const FOREIGN_FUNCTIONS =
  'age array_agg bool_and bool_or date_part date_trunc generate_series getdate json_agg jsonb_agg make_interval nvl percentile_cont split_part string_agg strpos to_char to_date to_timestamp';

test('what the hint for `decimal` at a query says is accepted for each database', async () => {
  const { hint = '' } = misplacedKey('decimal', { sql: 'select a from t' }) ?? {};
  const [, expression = ''] = /such as (.+)$/.exec(hint) ?? [];
  const statement = `select ${expression} as amount from t`;
  const checked = [await checkMysql(statement), await checkSql(statement), checkAthenaSql(statement)];
  expect(statement).toContain('replace(');
  expect(checked.flatMap(({ problems }) => problems)).toEqual([]);
});

describe('what other databases accept, and MySQL refuses', () => {
  test.each([
    ...FOREIGN_FUNCTIONS.split(' ').map((name) => `select ${name}(a) from t`),
    'select a::int from t',
    'select a from t where a == 1',
    "select a from t where a ilike 'x'",
    'select count(*) filter (where a > 1) from t',
    'select distinct on (a) a from t',
    'select array[1, 2]',
    "select a at time zone 'UTC' from t",
    'select extract(epoch from a) from t',
    'select a from t order by a nulls last',
    'select a from t full join u on t.a = u.a',
    "select now() - interval '7 days'",
    'select a from t fetch first 5 rows only',
    'select top 5 a from t',
    'select a from t offset 5',
    "select a from t where a ~ 'x'",
    'select a || b from t',
    'select a from "t"',
    "select ':from'",
    'select rank from t',
  ])('the problem of %j is in Chinese', async (statement) => {
    const { problems } = await checkMysql(statement);
    const texts = problems.slice(0, 1).flatMap(({ message, hint = '' }) => [message, hint]);
    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => !/\p{Script=Han}/u.test(translate(text)))).toEqual([]);
  });
});

describe('a statement of MySQL in a dashboard over PostgreSQL', () => {
  test.each([
    ['select `a` from t', 'write names in double quotes'],
    ['select a from t limit 5, 10', 'write limit 10 offset 5'],
    ['select now() - interval 1 day', "write interval '1 day'"],
    ["select group_concat(a separator ',') from t", "write string_agg(value, ',')"],
  ])('%s gets a hint', async (statement, hint) => {
    const { problems } = await checkSql(statement);
    expect(problems[0]?.hint).toBe(
      `${hint}; for Aurora MySQL, write \`engine: mysql\` under \`database\` in dashboard.yml`,
    );
  });

  test.each([
    'select `a` from t',
    'select a from t limit 5, 10',
    'select now() - interval 1 day',
    'select a from t group by a with rollup',
    "select group_concat(a separator ',') from t",
    "select a from t where a rlike 'x'",
    'select 7 div 2',
  ])('the hint for %s is in Chinese', async (statement) => {
    const { hint = '' } = (await checkSql(statement)).problems[0] ?? {};
    expect(translate(hint)).toMatch(/^请.*；Aurora MySQL 请/);
  });

  test.each([
    ...['curdate', 'date_add', 'date_format', 'date_sub', 'datediff', 'from_unixtime', 'group_concat', 'if', 'ifnull'],
    ...['json_extract', 'str_to_date', 'timestampdiff', 'unix_timestamp'],
  ])('the hint for the function %s is in Chinese', (name) => {
    const hint = mysqlFunctionHint(`function ${name}(text) does not exist`) ?? '';
    expect(translate(hint)).toMatch(/^请写 .*；Aurora MySQL 请/);
  });

  test('another syntax error keeps its hint', async () => {
    expect((await checkSql('select a from')).problems[0]?.hint).toBe('correct the statement here');
  });
});
