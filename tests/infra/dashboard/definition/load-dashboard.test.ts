import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { option } from '../../../../shared/catalogue/option.ts';
import { defineShape } from '../../../../shared/catalogue/shape.ts';
import { text } from '../../../../shared/tabular/column.ts';
import { table } from '../../../../shared/tabular/define-table.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const CLUSTER = 'arn:aws:rds:eu-west-1:123456789012:cluster:metrics';
const SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:metrics-AbCdEf';

const DATA = { 'data/traffic.csv': 'name,value,score,pv\na,1,,\n', 'data/body.json': '{}' };

/** Files are named relative to the folder. */
const diagnosticsOf = async (
  file: string,
  files: Readonly<Record<string, string | Uint8Array>> = DATA,
): Promise<readonly string[]> => {
  const folder = await writeFolder({ 'dashboard.yml': file, ...files });
  const { errors } = await loadDashboard(folder);
  return errors.map((error) => formatDiagnostic(error, error.file.slice(folder.length + 1)));
};

const PIE = 'pie (3D Pie Chart): ';
const pie = (rest: string): string => endpointsFile(`  pie: { component: 3D Pie Chart, ${rest} }`);
const head = (...lines: readonly string[]): string =>
  ['dashboard: ops-room', 'endpoints: { pie: { component: 3D Pie Chart, csv: traffic.csv } }', ...lines, ''].join('\n');

describe('the keys of a dashboard', () => {
  test.each([
    ['dashboard: twice', 'dashboard.yml:3:1  this key is given twice in one map (keep one of them)'],
    ['memroy: 256', '3:1  unknown key `memroy` (did you mean `memory`?)'],
    ['memory: 64', '3:9  `memory` cannot be 64 (write a whole number of MB from 128 to 10240)'],
    ['memory: 10241', '3:9  `memory` cannot be 10241 ('],
    ['memory: 256 MB', '3:9  `memory` cannot be "256 MB" ('],
    ['region: europe', '3:9  `region` cannot be "europe" (write an AWS region, such as ap-southeast-1)'],
    ['timezone: Asia/Shangai', '3:11  unknown `timezone` "Asia/Shangai" (did you mean Asia/Shanghai?)'],
    ['timezone: "+08:00"', '3:11  unknown `timezone` "+08:00" (write an IANA zone, such as Asia/Shanghai)'],
    ['timezone: Nowhere/Land', '3:11  unknown `timezone` "Nowhere/Land" (write an IANA zone, such as Asia/Shanghai)'],
    [
      'maxSkew: 5 min',
      '3:10  `maxSkew` cannot be "5 min" (write a duration such as 5m, which is the default, or `off`',
    ],
    ['timeout: 30s', '3:10  `timeout` cannot be "30s" (write whole seconds from 3s to 29s: '],
    ['timeout: 2s', '3:10  `timeout` cannot be "2s" (write whole seconds from 3s to 29s: '],
    ['timeout: 3500ms', '3:10  `timeout` cannot be "3500ms" (write whole seconds from 3s to 29s: '],
    ['bucket: My_Bucket', '3:9  `bucket` cannot be "My_Bucket" (write the name of an S3 bucket: '],
    ['origins: https://a.example.com', '3:10  `origins` cannot be "https://a.example.com" (write a list of origins, '],
    ['origins: [a.example.com]', '3:11  `origins[0]` cannot be "a.example.com" (write an origin without a path, '],
    ['origins: ["*", "*"]', '3:10  `origins` contains the same entry twice (keep one of them)'],
    [
      'throttle: { rate: 0, burst: 1 }',
      '3:19  `throttle.rate` cannot be 0 (write a number of requests a second, above 0 ',
    ],
    [
      'throttle: { rate: 5 }',
      '3:1  `throttle.burst` is missing (add `burst`: a whole number of requests from 1 to 5000)',
    ],
    ['throttle: { rate: 5, burst: 5001 }', '3:29  `throttle.burst` cannot be 5001 ('],
    [
      'domain: { name: wall.example.com }',
      '3:9  `domain` has neither `certificate` nor `path` (add `certificate` for a domain ',
    ],
    [
      "domain: { name: Wall, certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b' }",
      '3:17  `domain.name` cannot be "Wall" (write a domain of yours',
    ],
    [
      "domain: { name: '*.a.cd', certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b' }",
      '3:17  `domain.name` cannot be "*.a.cd" (',
    ],
    ['domain: { name: a.cd, certificate: cert-1 }', '3:36  `domain.certificate` cannot be "cert-1" (write the ARN of'],
    [
      "domain: { name: a.cd, certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b', hostedZone: a.cd }",
      '3:103  `domain.hostedZone` cannot be "a.cd" (write the ID of its public zone',
    ],
    [
      "region: us-east-1\ndomain: { name: a.cd, certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b' }",
      '4:36  `domain.certificate` is in eu-west-1, and the API in us-east-1: an API only accepts a certificate of its own region (request the certificate in us-east-1)',
    ],
    [
      'refresh: 500ms',
      '3:10  `refresh` cannot be "500ms" (write how often the platform requests the endpoints, from 1s to 24h)',
    ],
    ['log: short', '3:6  `log` cannot be "short" (write full (a line for each request) or summary ('],
    ['logDays: 0', '3:10  `logDays` cannot be 0 (write a whole number of days from 1 to 3653, '],
    ['refresh: 2d', '3:10  `refresh` cannot be "2d" ('],
    ['refresh: often', '3:10  `refresh` cannot be "often" (write a duration from 1s to 24h, such as 10s, 1m or 2h)'],
    ['concurrency: 0', '3:14  `concurrency` cannot be 0 (write a whole number from 1 to 1000; '],
    ['watch: much', '3:8  `watch` cannot be "much" (write `full` (metrics and alarms of each function, '],
    ['alarms: { email: ops }', '3:18  `alarms.email` cannot be "ops" (write an address, '],
    ['alarms: { screens: 3 }', '3:1  nobody gets the alarms (add `email`, `topic` or `webhook`)'],
    ['alarms: { email: a@b.cd, screens: 0 }', '3:35  `alarms.screens` cannot be 0 ('],
    ['alarms: { email: a@b.cd, refresh: 10ms }', '3:35  `alarms.refresh` cannot be 10ms (write how often a screen '],
    [
      'watch: none\nalarms: { email: a@b.cd }',
      '4:1  with `watch: none` there are no alarms to send (remove `alarms`, or ',
    ],
    ['budget: { amount: 5, email: ops }', '3:29  `budget.email` cannot be "ops" ('],
    [
      'database: postgres://me:hunter2@db/x',
      '3:11  `database` does not have the right form (write a map of `cluster`, `secret` and `name` for a database that you have, or ',
    ],
    [
      `database: { cluster: metrics, secret: '${SECRET}', name: x }`,
      '3:22  `database.cluster` does not have the right form (write the',
    ],
    [
      `database: { cluster: '${CLUSTER}', secret: hunter2, name: x }`,
      '3:84  `database.secret` does not have the right form (write the',
    ],
    [
      `database: { cluster: '${CLUSTER}', secret: '${SECRET}' }`,
      '3:1  `database.name` is missing (add `name`: the name of',
    ],
    [`database: { cluster: '${CLUSTER}' }`, '3:1  `database.secret` is missing (add `secret`: the ARN of a secret'],
    [`database: { name: metrics }`, '3:1  `database.cluster` is missing (add `cluster`: the ARN of an Aurora cluster'],
    ['database: {}', '3:1  `database` is empty (write a map of '],
    ['database: { engine: 17 }', '3:21  `database.engine` cannot be 17 (write mysql for Aurora MySQL, or postgresql'],
    ['database: { engine: mariadb }', '3:21  `database.engine` cannot be "mariadb" (did you mean mysql? write mysql'],
    ['database: { engine: aurora-mysql }', '(did you mean mysql? write mysql'],
    ['database: { engine: postgres }', '(did you mean postgresql? write mysql'],
    [
      'database: { timezone: Asia/Shanghi }',
      '3:23  unknown `database.timezone` "Asia/Shanghi" (did you mean Asia/Shanghai?)',
    ],
    [
      'database: { local: SALES_URL }',
      '3:20  `database.local` cannot be "SALES_URL" (write env: and the name of a variable',
    ],
    [
      "database: { engine: mysql, engineVersion: '17.7' }",
      "3:43  '17.7' is no version of Aurora MySQL (write '8.0.mysql_aurora.3.10.4')",
    ],
    [
      "database: { engineVersion: '8.0.mysql_aurora.3.10.0' }",
      "3:28  '8.0.mysql_aurora.3.10.0' is no version of Aurora PostgreSQL (for Aurora MySQL, add `engine: mysql`)",
    ],
    [
      "database: { engine: mysql, engineVersion: '8.0.mysql_aurora.3.07.1' }",
      '3:43  Aurora MySQL 8.0.mysql_aurora.3.07.1 cannot pause at 0 capacity units, or is not on offer (write 8.0.mysql_aurora.3.08.0',
    ],
    ['database: { subnet: subnet-0a1b2c3d }', '3:13  unknown key `database.subnet` (did you mean `subnets`?)'],
    [
      'database: { engineVersion: 17.7 }',
      '3:28  `database.engineVersion` cannot be 17.7 (write a version of Aurora PostgreSQL in quotes, major and minor, ',
    ],
    ["database: { engineVersion: '17' }", '3:28  `database.engineVersion` cannot be "17" (write a version of Aurora '],
    [
      "database: { engineVersion: '17.2' }",
      "3:28  Aurora PostgreSQL 17.2 cannot pause at 0 capacity units, or is not on offer (write 17.4 or later, or '17.7')",
    ],
    ["database: { engineVersion: '16.2' }", '3:28  Aurora PostgreSQL 16.2 cannot pause at 0 capacity units, '],
    ["database: { engineVersion: '12.22' }", "(write '17.7')"],
    [
      'database: { subnets: subnet-0a1b2c3d, securityGroup: sg-0a1b2c3d }',
      '3:22  `database.subnets` cannot be "subnet-',
    ],
    [
      'database: { subnets: [subnet-0a1b2c3d], securityGroup: sg-0a1b2c3d }',
      '3:13  `database.subnets` is too short (write a list of at least two subnets of one VPC, ',
    ],
    [
      'database: { subnets: [subnet-0a1b2c3d, subnet-0a1b2c3d], securityGroup: sg-0a1b2c3d }',
      '3:22  `database.subnets` contains the same entry twice (keep one of them)',
    ],
    [
      'database: { subnets: [subnet-0a1b2c3d, vpc-0a1b2c3d], securityGroup: sg-0a1b2c3d }',
      '3:40  `database.subnets[1]` cannot be "vpc-0a1b2c3d" (write the ID of a subnet, such as subnet-0a1b2c3d)',
    ],
    [
      'database: { subnets: [subnet-0a1b2c3d, subnet-4e5f6a7b] }',
      '3:1  `database.securityGroup` is missing (add `securityGroup`: the ID of a security group of the same VPC, ',
    ],
    [
      'database: { securityGroup: sg-0a1b2c3d }',
      '3:1  `database.subnets` is missing (add `subnets`: a list of at least ',
    ],
    [
      `database: { cluster: '${CLUSTER}', secret: '${SECRET}', name: x, engineVersion: '17.7' }`,
      '  `database.engineVersion` is for a database that the stack makes, and `database.cluster` names one that you have (keep',
    ],
    ['hours: 9', '3:8  `hours` cannot be 9 (write days and times in quotes, such as '],
    ['hours: []', '3:1  `hours` is empty (write a list of days and times, at least one)'],
    ['hours: [Mon 08:00-12:00, 9]', '3:26  `hours[1]` cannot be 9 (write days and times in quotes, such as '],
    ['hours: Monday 08:00-12:00', '3:8  unknown day "Monday" (did you mean Mon?)'],
    ['hours: [Mon 08:00-12:00, Mon 8-12]', '3:26  `hours` cannot be "Mon 8-12" (write days and times, such as '],
    ['hour: Mon 08:00-12:00', '3:1  unknown key `hour` (did you mean `hours`?)'],
    ['password: hunter2', '3:1  `password` looks like a secret written out (remove it, '],
    [
      'token: hunter2',
      '3:8  `token` does not say where a token is kept; is it the token itself? (write the place of the token, ',
    ],
    ['token: [ssm:/a, hunter2]', '3:17  `token[1]` does not say where a token is kept; is it the token itself? ('],
    ['token: none', '3:8  there is no token to switch off here (leave `token` out)'],
    ['"memroy ": 1', '3:1  unknown key `"memroy "` (did you mean `memory`?)'],
    ['"mem  roy": 1', '3:1  unknown key `"mem  roy"` (did you mean `memory`?)'],
    ['"memory\\u00a0": 1', '3:1  unknown key `"memory\\u00a0"` (did you mean `memory`?)'],
    ['token:', '3:1  `token` does not say where a token is kept; '],
    ['token: []', '3:1  `token` is empty (write a list of at least one place such as ssm:/path or env:NAME)'],
    ['token: ssm:relative', '3:8  `token` does not say where a token is kept; '],
    ['a: &x 1\nb: *x', '4:4  an alias of something above (write the value out: aliases are not followed)'],
    ['a: b: c', '3:4  not YAML: Nested mappings are not allowed in compact mappings (put text that contains'],
  ])('dashboard.yml with %j has an error', async (line, expected) => {
    const errors = await diagnosticsOf(head(line));
    expect(errors.filter((error) => error.includes(expected))).toHaveLength(1);
    expect(errors.join()).not.toContain('hunter2');
  });

  test.each([
    ['', '1:1  the file cannot be empty (write a map with `dashboard` and `endpoints`)'],
    ['# nothing', '1:1  the file cannot be empty'],
    ['- a', '1:1  the file cannot be a list'],
    [
      'dashboard: ops-room',
      '1:1  `endpoints` is missing (add `endpoints`: a map of at least one endpoint, by names such as traffic-share)',
    ],
    ['dashboard: ops-room\nendpoints: {}', '2:1  `endpoints` is empty ('],
    ['dashboard: ops-room\nendpoints:', '2:1  `endpoints` cannot be empty ('],
    ['dashboard: Ops Room\nendpoints: {}', '1:12  `dashboard` cannot be "Ops Room" (write 2 to 40 of a-z, '],
    ['dashboard: a-\nendpoints: {}', '1:12  `dashboard` cannot be "a-" ('],
  ])('a dashboard.yml with the text %j is faulty', async (file, expected) => {
    expect((await diagnosticsOf(file)).join('\n')).toContain(`dashboard.yml:${expected}`);
  });

  test('a dashboard.yml that is not UTF-8 is an error', async () => {
    const folder = await writeFolder({ 'dashboard.yml': Buffer.from([0x64, 0xff, 0xfe]) });
    expect((await loadDashboard(folder)).errors).toMatchObject([
      { line: 1, column: 1, message: 'dashboard.yml is not UTF-8', hint: 'save it as UTF-8' },
    ]);
  });

  test('valid values of all keys are read without errors', async () => {
    const file = head(
      'description: The wall',
      'region: ap-southeast-1',
      'timezone: asia/shanghai',
      'token: [ssm:/wallfeed/a/token, env:OLD_TOKEN]',
      'maxSkew: 5m',
      `database: { cluster: '${CLUSTER}', secret: '${SECRET}', name: metrics }`,
      'bucket: existing-bucket',
      'hours: [Mon-Fri 07:30-22:00, "Sat 09:00-18:00"]',
      'cache: 500ms',
      'stale: 1d',
      'origins: ["https://wall.example.com", "http://localhost:8080"]',
      'memory: 128',
      'timeout: 9s',
      'throttle: { rate: 0.5, burst: 1 }',
      'budget: { amount: 20, email: ops@example.com }',
    );
    const loaded = await loadDashboard(await writeFolder({ 'dashboard.yml': file, ...DATA }));
    expect(loaded.errors).toEqual([]);
    expect(loaded).toMatchObject({ name: 'ops-room', memory: 128, timeout: 9000, throttle: { rate: 0.5, burst: 1 } });
    expect(loaded.endpoints[0]?.config).toMatchObject({ deadline: 7000, maxSkew: 300_000 });
    expect(loaded.endpoints[0]?.config.tokens).toEqual([
      { from: 'ssm', name: '/wallfeed/a/token' },
      { from: 'env', name: 'OLD_TOKEN' },
    ]);
  });
});

describe('an endpoint', () => {
  test.each([
    [
      'csv: traffic.csv, options: { unit: x }',
      '3:64  PIE`options.unit` is unknown; this component has no options (remove it)',
    ],
    ['csv: trafic.csv', '3:40  PIEthe file data/trafic.csv does not exist (did you mean traffic.csv?)'],
    [
      'csv: weather.csv',
      '3:40  PIEthe file data/weather.csv does not exist (put it into data/, which has body.json, traffic.csv)',
    ],
    ['csv: dashboard.yml', '3:40  PIEthe file data/dashboard.yml does not exist (move it into data/)'],
    [
      'csv: ../dashboard.yml',
      '3:40  PIE../dashboard.yml leads out of the dashboard folder (only files of the dashboard folder are read',
    ],
    ['csv: /etc/passwd', '3:40  PIE/etc/passwd leads out of the dashboard folder ('],
    ['csv: { encoding: utf-8 }', '3:35  PIE`csv.file` is missing (add `file`: a file of data/ or s3://bucket/key)'],
    ['csv: { file: traffic.csv, encoding: utf9 }', '3:71  PIEthe encoding utf9 is unknown (did you mean utf-8?)'],
    ['csv: { file: traffic.csv, encodin: utf-8 }', '3:61  PIEunknown key `csv.encodin` (did you mean `encoding`?)'],
    ['csv: { file: traffic.csv, delimiter: ";;" }', '3:72  PIE`csv.delimiter` cannot be ";;" (write one character, '],
    [
      'csv: { file: traffic.csv, decimal: x }',
      `3:70  PIE\`csv.decimal\` cannot be "x" (write the decimal mark: '.' or ',')`,
    ],
    [
      'nodes: { csv: traffic.csv }',
      '3:35  PIEnodes is a named table, but the component has only one table (write its `csv`',
    ],
    ['csv: s3://me:hunter2@bucket/key', '3:40  PIEan address with a password does not name an object in S3 ('],
    ['csv: traffic.csv, nodse: 1', '3:53  PIEunknown key `nodse` (known here: `component`, `title`, `csv`, '],
    ['csv: https://a.example/x.csv', '3:40  PIE"https://a.example/x.csv" is a web address, and not a file of data/ ('],
    [
      'csv: s3://lake/orders/',
      '3:40  PIE"s3://lake/orders/" is a folder, and no object (name one object: s3://lake/orders/part-0.csv)',
    ],
    ['csv: s3://bucket', '3:40  PIE"s3://bucket" does not name an object in S3 (write s3://bucket/key)'],
    ['json: bdy.json', '3:41  PIEthe file data/bdy.json does not exist (did you mean body.json?)'],
    ['json: body.json, csv: traffic.csv', '3:52  PIE`csv` is a second source (keep one source alone: '],
    ['csv: traffic.csv, sql: select 1', '3:53  PIE`sql` is a second source (keep one source alone: '],
    ['cache: 1s', '3:3  PIEthe endpoint has no source (add `csv`, `sql`, `json` or `dataset`)'],
    [
      'csv: traffic.csv, nodes: { csv: traffic.csv }',
      '3:53  PIEnodes is a named table, but the component has only one table (write its `csv`, `sql` or `dataset` directly',
    ],
    ['csv: traffic.csv, cahce: 1s', '3:53  PIEunknown key `cahce` (did you mean `cache`?)'],
    [
      'csv: traffic.csv, apiKey: hunter2',
      '3:61  PIE`apiKey` does not say where a key is kept; is it the key itself? (',
    ],
    [
      'csv: traffic.csv, token: hunter2',
      '3:60  PIE`token` does not say where a token is kept; is it the token itself? (',
    ],
    ['csv: traffic.csv, token: [none]', '3:61  PIE`token[0]` does not say where a token is kept; '],
    ['csv: traffic.csv, token: ', '3:53  PIE`token` does not say where a token is kept; '],
    [
      'csv: traffic.csv, reading: sample',
      '3:53  PIE3D Pie Chart has only one form, so it needs no `reading` (remove `reading`)',
    ],
    ['csv: traffic.csv, path: a b', '3:59  PIE`path` cannot be "a b" (write a path that begins with a slash '],
    [
      'csv: traffic.csv, path: /../six',
      '3:59  PIE`path` cannot be "/../six" (write a path that begins with a slash and ',
    ],
    [
      'csv: traffic.csv, path: /six/.',
      '3:59  PIE`path` cannot be "/six/." (write a path that begins with a slash and ',
    ],
    ['csv: traffic.csv, path: /six/', '3:59  PIE`path` cannot be "/six/" (write a path that begins with a slash and '],
    ['csv: traffic.csv, script: file:queries/x.js', '3:53  PIEthis component runs no script (remove `script`)'],
    ['sql: ""', '3:41  PIEthe statement is empty (write one SELECT'],
    ['sql: "select 1 where a > :form"', '3:60  PIEunknown parameter :form (did you mean :from?)'],
    ['sql: delete from t', '3:40  PIEDELETE is not a SELECT (a source only reads: '],
    ['sql: file:queries/x.sql', '3:40  PIEthe file queries/x.sql does not exist ('],
    ["sql: 'file:'", '3:40  PIEthe name of the file is empty (name a file of the dashboard folder)'],
    ["sql: 'file: '", '3:40  PIEthe name of the file is empty (name a file of the dashboard folder)'],
    ["sql: 'file:.'", '3:40  PIE. is not a file (name a file)'],
    ["csv: ' traffic.csv'", '3:40  PIEthe file "data/ traffic.csv" does not exist (did you mean traffic.csv?)'],
    ['csv: { file: traffic.csv, encoding: "utf 9" }', '3:71  PIEthe encoding "utf 9" is unknown (did you mean'],
    [
      'sql: select name, value as n from t',
      '3:53  PIEunknown key `"value as n from t"` (a comma ends the value here: quote the SQL, or write it as a block)',
    ],
    ['csv: { file: traffic.csv, "a b": 1 }', '3:61  PIEunknown key `csv."a b"` (known here: `file`, '],
    ['sql: file:../x.sql', '3:40  PIE../x.sql leads out of the dashboard folder ('],
    [
      'sql: select 1, columns: { nam: channel, name: channel, value: 2 }',
      '3:61  PIEthe component has no column nam (did you mean name?)',
    ],
    [
      'sql: select 1, columns: { value: total }',
      '3:50  PIE`columns` has no entry for name (say where each comes from: `columns: { name: ... }`)',
    ],
    ['sql: select 1, columns: { name: a, value: 0 }', '3:77  PIE`columns.value` cannot be 0 (write the name of a'],
    ['sql: select 1, columns: { name: 1, value: { sums: 1 } }', '3:79  PIEunknown key `columns.value.sums` (did you'],
    ['sql: select 1, wher: { a: 1 }', '3:50  PIEunknown key `wher` (did you mean `where` or `per`?)'],
    ['sql: select 1, header: 2', '3:50  PIE`header` is for files, and this is a query (name the columns in the'],
    ["sql: select 1, decimal: ','", '3:50  PIE`decimal` is for files, and this is a query (convert the texts in the'],
    [
      'sql: select 1, unnest: a',
      '3:50  PIE`unnest` is for files, and this is a query (unnest the column in the query)',
    ],
    ["csv: traffic.csv, decimal: ','", '3:53  PIE`decimal` must be inside `csv`, not beside it (write `csv: {'],
    ['sql: select 1, sort: -a', '3:56  PIE`sort` names a, which is not a column here (the component’s columns are'],
    ['sql: select 1, sort: { name: descending }', '3:56  PIE`sort` cannot be a map ('],
    ['sql: select 1, limit: 0', '3:57  PIE`limit` cannot be 0 (write a whole number of rows, from 1)'],
    ['sql: select 1, rest: Others', '3:50  PIE`rest` needs `limit` (add a limit such as `limit: 6`; the rest is'],
    [
      'sql: "select region as r, amount from t", columns: { name: r, value: { sum: amoun } }',
      '3:111  PIEthe result has no column amoun (did you mean amount?)',
    ],
    [
      'sql: select * from t, columns: { name: r, value: { sum: amount, earlier: week } }',
      '3:99  PIE`earlier` needs a `window` (add one such as',
    ],
    ['sql: select * from t, blank: N/A', '3:64  PIE`blank` cannot be "N/A" (write a list: [N/A])'],
    [
      'csv: traffic.csv, columns: { name: a, value: b }',
      '3:53  PIE`columns` must be inside `csv`, not beside it (write `csv: { file: ..., columns: ... }`)',
    ],
    [
      'csv: traffic.csv, limit: 6',
      '3:53  PIE`limit` must be inside `csv`, not beside it (write `csv: { file: ..., limit: ... }`)',
    ],
  ])('an endpoint is reported as faulty: %s', async (rest, expected) => {
    const errors = await diagnosticsOf(pie(rest));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`dashboard.yml:${expected.replace('PIE', PIE)}`);
  });

  test.each([
    ['datset: sales', '3:35  PIEunknown key `datset` (did you mean `dataset`?)'],
    [
      'datset: sales, columns: { name: region, value: { sum: amount } }',
      '3:35  PIEunknown key `datset` (did you mean `dataset`?)',
    ],
    ['where: { region: north }, datset: sales', '3:61  PIEunknown key `datset` (did you mean `dataset`?)'],
    ['cvs: traffic.csv', '3:35  PIEunknown key `cvs` (did you mean `csv`?)'],
    ['slq: select 1', '3:35  PIEunknown key `slq` (did you mean `sql`?)'],
    ['csv: { fil: traffic.csv }', '3:42  PIEunknown key `csv.fil` (did you mean `file` or `fill`?)'],
  ])('an endpoint with the mistyped key in %s has one error', async (rest, expected) => {
    expect(await diagnosticsOf(pie(rest))).toEqual([`dashboard.yml:${expected.replace('PIE', PIE)}`]);
  });

  test.each([
    ['compnent: 3D Pie Chart, csv: traffic.csv', '3:10  pie: unknown key `compnent` (did you mean `component`?)'],
    [
      'component: Pie Chrt, datset: sales, columns: { value: { sum: amount } }',
      '3:31  pie (Pie Chrt): unknown key `datset` (did you mean `dataset`?)',
    ],
    [
      'component: Topology, nods: { csv: traffic.csv }, links: { csv: traffic.csv }',
      '3:31  pie (Topology): unknown key `nods` (did you mean `nodes`?)',
    ],
    [
      'component: Topology, nodes: { datset: a, columns: { id: { first: b } }, where: { b: 1 } }, links: { sql: select 1 }',
      '3:40  pie (Topology): unknown key `nodes.datset` (did you mean `dataset`?)',
    ],
  ])('the error of the mistyped key in %s names the key that is meant', async (fields, expected) => {
    const errors = await diagnosticsOf(endpointsFile(`  pie: { ${fields} }`));
    expect(errors.filter((error) => !error.includes('unknown component'))).toEqual([`dashboard.yml:${expected}`]);
  });

  test('an unknown key in an endpoint over a dataset gets an error that names the key that is meant', async () => {
    const [, unknown] = await diagnosticsOf(pie('dataset: sales, colums: { name: a }'));
    expect(unknown).toContain('unknown key `colums` (did you mean `columns`?)');
  });

  test.each([
    [
      'component: 3D Pie Charts',
      '3:21  pie (3D Pie Charts): unknown component "3D Pie Charts" (did you mean 3D Pie Chart',
    ],
    [
      'component: Bar Line Char',
      '3:21  pie (Bar Line Char): unknown component "Bar Line Char" (did you mean Bar Line Chart',
    ],
    [
      'component: Weather',
      '3:21  pie (Weather): unknown component "Weather" (npm run components lists the components)',
    ],
    ['component: [a]', '3:21  pie: `component` cannot be a list ('],
    [
      'reading: table',
      '3:3  pie: `component` is missing (add `component`: the name of a component as the platform shows it, such as Pie Chart)',
    ],
  ])('an endpoint with %s has an error in its component', async (rest, expected) => {
    const errors = await diagnosticsOf(endpointsFile(`  pie: { ${rest}, csv: traffic.csv }`));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`dashboard.yml:${expected}`);
  });

  test.each([
    [
      '{ valeu: 1 }',
      '3:60  pie (Pie Chart): `options.valeu` is unknown; known here: unit, value (did you mean value?)',
    ],
    [
      '{ value: mean }',
      `3:67  pie (Pie Chart): \`options.value\` must be a number or 'average', found "mean" (write a number or`,
    ],
    [
      '[1]',
      '3:58  pie (Pie Chart): `options` cannot be a list (write a map of options and their values, such as `{ unit: orders }`)',
    ],
  ])('check refuses the options %s, and says what to write', async (options, expected) => {
    const errors = await diagnosticsOf(
      endpointsFile(`  pie: { component: Pie Chart, json: body.json, options: ${options} }`),
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`dashboard.yml:${expected}`);
  });

  test.each([
    ['Bad Slug: {}', '3:3  "Bad Slug": "Bad Slug" cannot be the name of an endpoint (write 2 to 40 of a-z, '],
    ['Bad_Slug: {}', '3:3  Bad_Slug: Bad_Slug cannot be the name of an endpoint (write 2 to 40 of a-z, '],
    ['pie:', '3:3  pie: the endpoint cannot be empty (write a map with `component` and one source'],
  ])('check refuses the endpoint %s, and says what to write', async (line, expected) => {
    expect((await diagnosticsOf(endpointsFile(`  ${line}`))).join('\n')).toContain(`dashboard.yml:${expected}`);
  });

  test('two endpoints with the same path are both errors', async () => {
    const file = endpointsFile(
      '  one: { component: 3D Pie Chart, csv: traffic.csv, path: /pie/two }',
      '  two: { component: 3D Pie Chart, csv: traffic.csv }',
      '  six: { component: 3D Pie Chart, csv: traffic.csv, path: /six }',
    );
    expect(await diagnosticsOf(file)).toEqual([
      'dashboard.yml:3:59  one (3D Pie Chart): the endpoint two has the same path, /pie/two (give one of them another path)',
      'dashboard.yml:4:3  two (3D Pie Chart): the endpoint one has the same path, /pie/two (give one of them another path)',
    ]);
  });

  test('an endpoint whose object in another bucket has a name that IAM cannot write is served, with a warning', async () => {
    const csv = (key: string) => pie(`csv: 's3://other/${key}'`);
    const folder = await writeFolder({ 'dashboard.yml': csv('数据/流量?.csv') });
    const { endpoints, errors, warnings } = await loadDashboard(folder);
    expect([endpoints.length, errors]).toEqual([1, []]);
    expect(warnings.map((warning) => formatDiagnostic(warning, 'dashboard.yml'))).toEqual([
      'dashboard.yml:3:40  warning: pie (3D Pie Chart): IAM cannot write this key, so the function may read every object ' +
        'of other that fits ??/???.csv (in an IAM policy, ? stands for any one character: rename the object to Latin letters without *, ? and $)',
    ]);
    const plain = await writeFolder({ 'dashboard.yml': csv('data/traffic.csv') });
    expect((await loadDashboard(plain)).warnings).toEqual([]);
  });

  test.each([
    'bucket: sales.example.com',
    'bucket: sales--usw2-az1--x-s3',
    'endpoints: { pie: { component: 3D Pie Chart, csv: s3://sales.example.com/pie.csv } }',
  ])('a bucket that functions read with the client of AWS gets a note of its cost: %s', async (line) => {
    const file = line.startsWith('bucket') ? `${pie('csv: pie.csv')}\n${line}\n` : `dashboard: ops-room\n${line}\n`;
    const { errors, notes } = await loadDashboard(await writeFolder({ 'dashboard.yml': file, 'data/pie.csv': 'a\n' }));
    expect(errors).toEqual([]);
    expect(notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^functions read the bucket sales\S+ with AWS's own client, which takes some 40 ms more of INIT$/,
      ),
    ]);
  });

  test('an endpoint of a frame cannot have the path /frame, which would receive the requests of all frames', async () => {
    const file = endpointsFile(
      '  one: { component: Frame, json: body.json, path: /frame }',
      '  two: { component: Frame, json: body.json, path: / }',
    );
    expect(await diagnosticsOf(file)).toEqual([
      'dashboard.yml:3:51  one (Frame): the path /frame would also receive the requests of all other frames (give one of them another path)',
    ]);
  });

  test('an error in SQL in a block names the line and column in dashboard.yml', async () => {
    const file = endpointsFile(
      '  pie:',
      '    component: 3d pie-chart',
      '    sql: |',
      '      select name, value, 0, 0',
      '      from t where at > :form',
      '        and x = $1 for update',
    );
    expect(await diagnosticsOf(file)).toEqual([
      `dashboard.yml:7:25  ${PIE}unknown parameter :form (did you mean :from?)`,
      `dashboard.yml:8:17  ${PIE}a positional parameter (parameters are named: :from, :to, :currentTime, :timePeriod)`,
      `dashboard.yml:8:20  ${PIE}FOR UPDATE or FOR SHARE locks rows (leave it out: a source only reads)`,
    ]);
  });

  test('an error in SQL in a file names the line and column in that file', async () => {
    const files = { 'queries/x.sql': '\ufeffselect 1\n  from t where\n' };
    expect(await diagnosticsOf(pie('sql: file:queries/x.sql'), files)).toEqual([
      `queries/x.sql:3:1  ${PIE}not SQL: syntax error at end of input (correct the statement here)`,
    ]);
  });

  test('an endpoint cannot read a folder, or follow a link that leads out of the dashboard folder', async () => {
    const outside = await writeFolder({ 'secret.csv': 'name,value,score,pv\n' });
    const folder = await writeFolder({
      'dashboard.yml': endpointsFile(
        '  link: { component: 3D Pie Chart, csv: link.csv }',
        '  folder: { component: 3D Pie Chart, csv: folder.csv }',
        '  inside: { component: 3D Pie Chart, csv: inside.csv }',
      ),
      ...DATA,
    });
    await symlink(join(outside, 'secret.csv'), join(folder, 'data/link.csv'));
    await symlink('traffic.csv', join(folder, 'data/inside.csv'));
    await mkdir(join(folder, 'data/folder.csv'));
    expect((await loadDashboard(folder)).errors).toMatchObject([
      { line: 3, column: 41, message: 'link.csv is a link that leads out of the dashboard folder' },
      { line: 4, column: 43, message: 'data/folder.csv is not a file' },
    ]);
  });

  test('all errors of an endpoint are reported in one run, sorted by place', async () => {
    const file = ['dashboard: X', 'memroy: 1', 'endpoints:', '  pie:', '    component: Pie Chart', '    csv: x.csv'];
    const errors = await diagnosticsOf([...file, '    options: { unit: 1, x: 2 }', '    reading: both'].join('\n'), {});
    expect(errors.map((error) => error.split('  ')[0])).toEqual(
      ['1:12', '2:1', '6:10', '7:22', '7:25', '8:14'].map((place) => `dashboard.yml:${place}`),
    );
  });
});

describe('the folder of a dashboard', () => {
  test('a dashboard folder that does not exist is an error', async () => {
    const folder = join(await writeFolder({}), 'nowhere');
    expect((await loadDashboard(folder)).errors).toMatchObject([
      { file: join(folder, 'dashboard.yml'), line: 1, column: 1, message: 'the folder does not exist' },
    ]);
  });

  test('a file in place of the dashboard folder is an error', async () => {
    const folder = await writeFolder({ 'dashboard.yml': '' });
    expect((await loadDashboard(join(folder, 'dashboard.yml'))).errors).toMatchObject([
      { file: join(folder, 'dashboard.yml'), message: 'not a folder', hint: `name its folder: ${folder}` },
    ]);
  });

  test('a dashboard folder without dashboard.yml is an error', async () => {
    const folder = await writeFolder({ 'dashboard.yaml': '' });
    expect((await loadDashboard(folder)).errors).toMatchObject([
      { message: 'the folder has no dashboard.yml', hint: 'rename dashboard.yaml to dashboard.yml' },
    ]);
  });

  test('a folder with another YAML file gets no hint to rename .secrets.yml', async () => {
    const folder = await writeFolder({ '.secrets.yml': '/a: b\n' });
    const hint = 'name a folder that contains dashboard.yml';
    expect((await loadDashboard(folder)).errors).toMatchObject([{ message: 'the folder has no dashboard.yml', hint }]);
  });

  test('a dashboard.yml of any text gives errors with places, and never an exception', async () => {
    const lines = ['dashboard: ops', 'endpoints:', '  a:', '    component: Pie Chart', '    csv: x.csv', '    sql: |'];
    const odd = [
      '- x',
      'a: [',
      '  "',
      '\t',
      '? ',
      '*a',
      '&a',
      '!!x',
      '{}',
      ': :',
      '  b: ~',
      '<<: 1',
      'token: x',
      '---',
      '…',
    ];
    const files = fc.array(fc.constantFrom(...lines, ...odd), { maxLength: 12 }).map((parts) => parts.join('\n'));
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        const faulty = await writeFolder({ 'dashboard.yml': file });
        for (const { line, column } of (await loadDashboard(faulty)).errors) {
          expect(line >= 1 && line <= file.split('\n').length && column >= 1).toBe(true);
        }
      }),
    );
  });
});

const LINKED = defineShape({
  id: 'S0',
  name: 'linked',
  components: ['Linked Chart'],
  tables: { nodes: table({ id: text }), links: table({ from: text, to: text }), notes: table({ id: text }) },
  optionalTables: ['notes'],
  options: { title: option.text, types: option.optional(option.map(option.list(option.number))) },
  fold: (tables) => tables,
});

describe('a component of several tables', () => {
  const load = async (rest: string) => {
    const file = endpointsFile(`  net: { component: Linked Chart, options: { title: x }, ${rest} }`);
    const folder = await writeFolder({ 'dashboard.yml': file, 'data/a.csv': 'id\n', 'data/b.json': '{}' });
    return loadDashboard(folder, [{ family: 'test', shape: LINKED }]);
  };
  const NET = { endpoint: 'net', component: 'Linked Chart', line: 3 };

  test.each([
    ['csv: a.csv', 58, 'one `csv` is not enough: the component has 3 tables'],
    ['nodes: { csv: a.csv }', 3, 'the table links is missing'],
    ['nodes: { csv: a.csv }, links: { sql: select 1 }, lnks: { csv: a.csv }', 107, 'unknown key `lnks`'],
    ['nodes: { csv: a.csv }, links: { cvs: a.csv }', 90, 'unknown key `links.cvs`'],
    ['nodes: { sql: select id, name from x }, links: { csv: a.csv }', 83, 'unknown key `nodes."name from x"`'],
    ['nodes: { csv: a.csv }, links: a.csv', 88, '`links` cannot be "a.csv"'],
    ['nodes: { csv: a.csv }, links: {}', 81, '`links` is empty'],
    ['nodes: { csv: a.csv }, links: { csv: a.csv, sql: select 1 }', 102, '`links.sql` is a second source'],
    ['nodes: { csv: x.csv }, links: { csv: a.csv }', 72, 'the file data/x.csv does not exist'],
    ['json: b.json, notes: { csv: a.csv }', 72, 'the table notes cannot be beside `json`'],
  ])('a component of several tables with %s is faulty', async (rest, column, message) => {
    const { errors } = await load(rest);
    expect(errors).toMatchObject([{ ...NET, column, message }]);
  });

  test('a component of several tables is valid with one source of any kind for each table', async () => {
    const { errors, endpoints } = await load('nodes: { csv: a.csv }, links: { sql: "select :from, :to" }');
    expect(errors).toEqual([]);
    expect(endpoints).toMatchObject([
      {
        slug: 'net',
        family: 'test',
        path: '/test/net',
        source: 'nodes: csv a.csv, links: sql',
        config: {
          shape: 'linked',
          tables: {
            nodes: { source: 'csv', key: 'ops-room/a.csv' },
            links: { source: 'sql', statement: 'select :from, :to', parameters: ['from', 'to'] },
          },
        },
      },
    ]);
  });

  test('an error inside an option names the place of the wrong entry', async () => {
    const file = endpointsFile(
      '  net:',
      '    component: linked chart',
      '    nodes: { csv: n.csv }',
      '    links: { csv: l.csv }',
      '    options:',
      '      types: { north: [1, x] }',
    );
    const folder = await writeFolder({ 'dashboard.yml': file, 'data/n.csv': 'id\n', 'data/l.csv': 'a,b\n' });
    const { errors } = await loadDashboard(folder, [{ family: 'test', shape: LINKED }]);
    expect(errors).toMatchObject([
      { line: 7, column: 5, message: '`options.title` is required: text', hint: 'add options: { title: ... }' },
      { line: 8, column: 27, message: '`options.types.north[1]` must be a number, found "x"' },
    ]);
  });
});

describe('a dashboard with errors on the local stack', () => {
  test('the local stack serves a document without the options that only rows need', async () => {
    const file = endpointsFile('  bars: { component: Bar Line Chart, json: body.json }');
    const { endpoints, errors } = await loadDashboard(await writeFolder({ 'dashboard.yml': file, ...DATA }));
    expect(errors).toEqual([]);
    expect(endpoints.map(({ slug }) => slug)).toEqual(['bars']);
  });

  const slugs = async (file: string): Promise<readonly string[]> => {
    const folder = await writeFolder({ 'dashboard.yml': file, ...DATA });
    return (await loadDashboard(folder)).endpoints.map(({ slug }) => slug);
  };
  const GOOD = '  good: { component: 3D Pie Chart, csv: traffic.csv }';

  test('the local stack serves every endpoint with a valid definition', async () => {
    expect(await slugs(endpointsFile(GOOD, '  bad: { component: 3D Pie Chart, csv: ../x.csv }'))).toEqual(['good']);
  });

  test('the local stack serves an endpoint whose file is missing, so that it responds with that error', async () => {
    const file = endpointsFile(GOOD, '  bare: { component: 3D Pie Chart, csv: nothing.csv }');
    const { endpoints, errors } = await loadDashboard(await writeFolder({ 'dashboard.yml': file, ...DATA }));
    expect(endpoints.map(({ slug }) => slug)).toEqual(['good', 'bare']);
    expect(endpoints[1]?.config.tables).toEqual({ table: { source: 'csv', key: 'ops-room/nothing.csv' } });
    expect(errors).toMatchObject([
      { severity: 'error', endpoint: 'bare', message: 'the file data/nothing.csv does not exist' },
    ]);
  });

  test.each(['tokne: ssm:/a', 'token: hunter2', 'timezone: Nowhere', 'dashboard: twice'])(
    'the local stack serves nothing if an error may concern every endpoint: %s',
    async (line) => {
      expect(await slugs(endpointsFile(GOOD) + line)).toEqual([]);
    },
  );

  test.each(['memory: 1', 'cache: x', 'origins: 1'])(
    'the local stack serves all endpoints in spite of the invalid %s',
    async (line) => {
      expect(await slugs(endpointsFile(GOOD) + line)).toEqual(['good']);
    },
  );

  const load = async (file: string) => loadDashboard(await writeFolder({ 'dashboard.yml': file, ...DATA }));

  test.each([
    ['memroy: 256', ['the key `memroy`']],
    [
      'timezone: Nowhere\nmaxSkew: x\ntimeout: 1s\ncache: x',
      ['the key `timezone`', 'the key `maxSkew`', 'the key `timeout`'],
    ],
    ['"tok en": [hunter2]', ['the key `"tok en"`']],
    ['dashboard: twice', ['the syntax of dashboard.yml']],
    ['a: [', ['the syntax of dashboard.yml']],
    ['cache: x', []],
  ])('the local stack names the keys that block all endpoints: %j', async (line, blockedBy) => {
    const loaded = await load(endpointsFile(GOOD) + line);
    expect([...loaded.blockedBy].sort()).toEqual([...blockedBy].sort());
  });

  test('the local stack allows no origin if origins is invalid, and lists the keys that it replaces', async () => {
    const head = [
      'cache: x',
      'origins: ["https://a.example.com", b]',
      'throttle: { rate: 0, burst: 1 }',
      'description: 1',
    ];
    const { origins, replaced, endpoints } = await load(endpointsFile(GOOD) + head.join('\n'));
    expect(endpoints).toHaveLength(1);
    expect(origins).toEqual([]);
    expect([...replaced].sort()).toEqual(['cache', 'origins', 'throttle']);
    expect((await load(endpointsFile(GOOD))).origins).toEqual(['*']);
  });
});

test('tokens from the environment are valid in the local stack only', async () => {
  const file = `token: env:A\n${pie('csv: traffic.csv, token: [ssm:/b, env:C]')}`;
  const { errors, localOnly } = await loadDashboard(await writeFolder({ 'dashboard.yml': file, ...DATA }));
  expect(errors).toEqual([]);
  expect(localOnly).toMatchObject([
    { line: 1, column: 8, message: 'env:A would put the secret into the template' },
    { line: 4, column: 69, endpoint: 'pie', component: '3D Pie Chart' },
  ]);
});
