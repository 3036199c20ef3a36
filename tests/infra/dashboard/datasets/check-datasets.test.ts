import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const FILES = {
  'data/orders.csv': 'region,amount\nEast,7\n',
  'queries/bad.sql': 'select 1\nfrom t where x = ?',
};

const report = async (lines: readonly string[]): Promise<readonly string[]> => {
  const folder = await writeFolder({ ...FILES, 'dashboard.yml': `${lines.join('\n')}\n` });
  const { errors, warnings } = await loadDashboard(folder);
  return [...errors, ...warnings].map((one) => formatDiagnostic(one, one.file.slice(folder.length + 1)));
};

const placeIn = (lines: readonly string[], line: number, at: string): string =>
  `dashboard.yml:${line}:${(lines[line - 1]?.indexOf(at) ?? 0) + 1}  `;

const PIE = 'pie: { component: 3D Pie Chart, dataset: sales, columns: { name: region, value: amount } }';

/** Returns a dashboard with a dataset in line 3, and an endpoint that selects from it. */
const withDataset = (dataset: string, ...head: readonly string[]) => [
  'dashboard: shop',
  'datasets:',
  `  sales: ${dataset}`,
  'endpoints:',
  `  ${PIE}`,
  ...head,
];

const QUERY = 'select region, amount from orders where at between :from and :to';
const OF_ORDERS = `athena: '${QUERY}', database: shop`;
const ATHENA = `${OF_ORDERS}, stale: 1h, window: { last: 24h }`;

describe('a dataset', () => {
  test.each([
    `{ ${ATHENA} }`,
    `{ ${ATHENA}, workgroup: walls, catalog: AwsDataCatalog, scan: 10 MB, cache: 1m }`,
    `{ ${ATHENA}, data: 's3://lake/orders', workgroup: w.1_a-b, results: 's3://lake-results/' }`,
    `{ ${ATHENA}, data: ['s3://lake/orders/', 's3://lake/days/'], cache: { ttl: 10m, shared: true } }`,
    `{ ${OF_ORDERS}, stale: 0s, window: { atMost: 24h } }`,
    `{ sql: '${QUERY}', cache: 1s, window: { last: today } }`,
    '{ sql: select * from orders }',
    '{ csv: orders.csv, cache: { ttl: 5m, shared: true }, stale: 1h }',
    '{ csv: orders.csv, cache: 5m }',
    '{ csv: { file: orders.csv, columns: { region: region, amount: { sum: amount } } } }',
  ])('a dataset may be: %s', async (dataset) => {
    expect(await report(withDataset(dataset))).toEqual([]);
  });

  const SQL = `sql: '${QUERY}'`;

  test.each([
    [
      '{}',
      'sales',
      '`datasets.sales` is empty (write a map of one source, `athena`, `cloudwatch`, `http`, `prometheus`, `sql`, `csv` or `parquet`, and how long its rows',
    ],
    [
      'sales.csv',
      'sales.csv',
      '`datasets.sales` cannot be "sales.csv" (write a map of one source, `athena`, `cloudwatch`, `http`, `prometheus`, `sql`, `csv` or `parquet`',
    ],
    [
      '{ cache: 1m }',
      'sales',
      'the dataset sales has no source (add `athena`, `cloudwatch`, `http`, `prometheus`, `sql`, `csv` or `parquet`)',
    ],
    [
      `{ ${SQL}, csv: a.csv }`,
      'csv',
      '`datasets.sales.csv` is a second source (keep one source alone: `athena`, `cloudwatch`, `http`, `prometheus`, `sql`, `csv` or `parquet`)',
    ],
    [
      `{ ${ATHENA}, sql: select 1 }`,
      'sql',
      '`datasets.sales.sql` is a second source (keep one source alone: `athena`, ',
    ],
    [
      `{ athena: '${QUERY}', stale: 1h, window: { last: 1h } }`,
      'sales',
      'the query has no database (add `athena: { database: shop }` at the top of the file, or `database: shop` to the',
    ],
    [
      `{ ${ATHENA}, scan: 20 MB, scanned: 40 MB }`,
      '40 MB',
      '`scanned` is 40 MB, and `scan` allows a query 20 MB (write what a query usually scans, or raise `scan`)',
    ],
    [`{ ${ATHENA}, scan: 9 MB }`, '9 MB', '`scan` cannot be "9 MB" (write 10 MB or more: Athena charges 10 MB for any'],
    [
      `{ ${ATHENA}, scan: 1 kB }`,
      '1 kB',
      '`datasets.sales.scan` cannot be "1 kB" (write the most bytes that a query may',
    ],
    [
      `{ ${ATHENA}, cache: 59s }`,
      '59s',
      '`datasets.sales.cache` cannot be "59s" (write 1m or more: each slot is a query',
    ],
    [
      `{ ${ATHENA}, cache: { ttl: 0s } }`,
      '0s',
      '`datasets.sales.cache.ttl` cannot be "0s" (write 1m or more: each slot',
    ],
    ['{ csv: orders.csv, cache: 500ms }', '500ms', '`datasets.sales.cache` cannot be "500ms" (write 1s or more: all '],
    [
      `{ ${ATHENA}, workgroup: my group }`,
      'my group',
      '`datasets.sales.workgroup` cannot be "my group" (write the name',
    ],
    [
      `{ ${ATHENA.replace('shop', 'Shop')} }`,
      'Shop',
      '`datasets.sales.database` cannot be "Shop" (write the name of a ',
    ],
    [
      `{ ${ATHENA}, catalog: a b }`,
      'a b',
      '`datasets.sales.catalog` cannot be "a b" (write the name of a data catalogue',
    ],
    [
      `{ ${ATHENA}, data: lake/days }`,
      'lake/days',
      '`datasets.sales.data` cannot be "lake/days" (write a prefix of S3,',
    ],
    [
      `{ ${ATHENA}, results: 's3://lake/r/' }`,
      'results',
      '`results` is for a workgroup of your own, and no `workgroup` is ',
    ],
    [
      '{ csv: orders.csv, scanned: 1 GB }',
      'scanned',
      '`scanned` is for `athena`, and this dataset is `csv` (remove it)',
    ],
    ['{ csv: orders.csv, scan: 1 GB }', 'scan', '`scan` is for `athena`, and this dataset is `csv` (remove it)'],
    [
      `{ ${SQL}, database: shop }`,
      'database',
      '`database` is for `athena`, and this dataset is `sql` (remove it: SQL queries',
    ],
    ['{ csv: orders.csv, window: at }', 'window', '`window` is for queries, and this dataset is `csv` (write it'],
    [
      '{ csv: orders.csv, window: { last: 1h } }',
      'window',
      '`window` is for queries, and this dataset is `csv` (write it',
    ],
    [
      '{ csv: orders.csv, where: { a: b } }',
      'where',
      '`where` must be inside `csv`, not beside it (write `csv: { file: ..., ',
    ],
    [
      `{ ${ATHENA}, limit: 5 }`,
      'limit',
      '`limit` is for endpoints, and this is a query (write it beside `dataset`, or in',
    ],
    [
      '{ csv: orders.csv, shared: true }',
      'shared',
      '`shared` must be inside `cache`, not beside it (write `cache: { ttl: 10m, ',
    ],
    ['{ csv: { file: orders.csv, unpivot: [amount] } }', 'unpivot', '`unpivot` needs `columns` (say what fills each'],
    [
      '{ csv: { file: orders.csv, columns: { region: region, amount: { sum: amount } }, sort: -total } }',
      '-total',
      '`sort` names total, which is not a column here (',
    ],
    ['{ csv: orders.csv, cache: 10 }', '10', '`datasets.sales.cache` cannot be 10 (write a duration: 500ms, 30s, '],
    [
      `{ ${SQL}, window: { of: at, last: 1h } }`,
      'of:',
      'the `window` of a query cannot name a column (write where at between ',
    ],
    [
      '{ athena: select a, b from t, database: shop }',
      'b from t',
      'unknown key `datasets.sales."b from t"` (a comma ends the',
    ],
    ['{ csv: orders.csv, cahce: 1m }', 'cahce', 'unknown key `datasets.sales.cahce` (did you mean `cache`?)'],
    ['{ csv: [{ file: orders.csv }] }', '[', '`datasets.sales.csv` cannot be a list (write a file of data/ or s3://'],
    ['{ csv: ordres.csv }', 'ordres', 'the file data/ordres.csv does not exist (did you mean orders.csv?)'],
    [
      `{ ${SQL}, window: { last: 1h, atMost: 2h } }`,
      'atMost',
      '`window` has both `last` and `atMost` (keep `last` for a fixed length',
    ],
    [
      `{ ${SQL}, window: { last: 1 h } }`,
      '1 h',
      '`datasets.sales.window.last` cannot be "1 h" (write today, week, month or year, or a duration before ',
    ],
    [`{ ${SQL.replace(':to', '$1')} }`, '$1', 'a positional parameter (parameters are named: :from, :to, '],
    [`{ ${ATHENA.replace(':to', '?')} }`, '?', 'a positional parameter (parameters are named: :from, :to, '],
  ])('a faulty dataset is reported: %s', async (dataset, at, expected) => {
    const lines = withDataset(dataset);
    const found = await report(lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(placeIn(lines, 3, at) + expected);
  });

  test('an error in the query of a dataset has the line and column of the faulty word in the query', async () => {
    const lines = [
      'dashboard: shop',
      'athena: { database: shop }',
      'stale: 1h',
      'datasets:',
      '  sales:',
      '    athena: |',
      '      select region, amount',
      '      from orders',
      '      where at > :frm order by :to',
      '    window: { last: 1h }',
      '  other: { athena: { file: queries/bad.sql } }',
      '  more: { athena: file:queries/none.sql }',
      'endpoints:',
      ...['sales', 'other', 'more'].map((name) => `  ${PIE.replace('pie', `of-${name}`).replace('sales', name)}`),
    ];
    expect(await report(lines)).toEqual([
      'dashboard.yml:9:18  unknown parameter :frm (did you mean :from?)',
      'dashboard.yml:9:32  :to is in ORDER BY, but Athena accepts parameters only in WHERE (move the comparison into a WHERE, also into that of a subquery or of a part of WITH)',
      'dashboard.yml:12:19  the file queries/none.sql does not exist (did you mean queries/bad.sql?)',
      'queries/bad.sql:2:18  a positional parameter (parameters are named: :from, :to, :currentTime, :timePeriod)',
    ]);
  });

  test('a dataset cannot have a name with capitals and blanks', async () => {
    const lines = ['dashboard: shop', 'datasets:', '  My Sales: { csv: orders.csv }', 'endpoints:', `  ${PIE}`];
    expect((await report(lines))[0]).toContain(
      '3:3  "My Sales" cannot be the name of a dataset (write 2 to 40 of a-z, 0-9 and hyphens',
    );
  });
});

describe('the key athena of a dashboard', () => {
  test('the key athena of a dashboard names the database for queries that name none', async () => {
    const dataset = `{ athena: '${QUERY}', window: { last: 1h } }`;
    expect(await report(withDataset(dataset, 'athena: { database: shop }', 'stale: 1h'))).toEqual([]);
  });

  test.each([
    ['athena: {}', 'athena', '`athena` is empty (write a map of `database` and, if you like, `workgroup`'],
    ['athena: shop', 'shop', '`athena` cannot be "shop" (write a map of `database` and, '],
    ['athena: { database: Shop }', 'Shop', '`athena.database` cannot be "Shop" (write the name of a database in the '],
    ['athena: { database: shop, scan: 5 MB }', '5 MB', '`scan` cannot be "5 MB" (write 10 MB or more: Athena '],
    ['athena: { database: shop, results: s3://a-b/c }', 'results', '`results` is for a workgroup of your own, and no '],
    ['athena: { databse: shop }', 'databse', 'unknown key `athena.databse` (did you mean `database` or `data`?)'],
    ['athena: { database: shop, data: [] }', 'data:', '`athena.data` is empty (write a list of at least one prefix, '],
  ])('a faulty key athena is reported: %s', async (line, at, expected) => {
    const lines = withDataset(`{ ${ATHENA} }`, line);
    const found = await report(lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(placeIn(lines, 6, at) + expected);
  });
});

const SALES = `  sales: { sql: 'select region, sum(amount) as amount, at from t' }`;
const withEndpoint = (endpoint: string) => ['dashboard: shop', 'datasets:', SALES, 'endpoints:', `  ${endpoint}`];

describe('an endpoint over a dataset', () => {
  const pie = (rest: string) => withEndpoint(`pie: { component: 3D Pie Chart, ${rest} }`);
  const COLUMNS = 'columns: { name: region, value: { sum: amount } }';

  test.each([
    `dataset: sales, ${COLUMNS}`,
    `dataset: sales, ${COLUMNS}, where: { region: East, 2: { above: 1 } }, sort: -value, limit: 6, rest: Others`,
    `dataset: sales, window: { of: at, last: 1h }, unique: true, dates: seconds, ${COLUMNS}`,
    'dataset: sales, unpivot: [amount], columns: { name: $name, value: $value }',
    'dataset: sales, columns: { name: 1, value: { percent: rows, where: { region: East } } }',
  ])('an endpoint over a dataset may have: %s', async (rest) => {
    expect(await report(pie(rest))).toEqual([]);
  });

  const NONE = 'the dataset sales has no column';

  test.each([
    [`dataset: sale, ${COLUMNS}`, 'sale,', 'there is no dataset sale (did you mean sales?)'],
    [`dataset: xyz, ${COLUMNS}`, 'xyz', 'there is no dataset xyz (datasets has sales)'],
    [
      `dataset: [sales], ${COLUMNS}`,
      '[',
      '`dataset` cannot be a list (write the name of one of the datasets, such as ',
    ],
    [
      `dataset: sales, csv: orders.csv, ${COLUMNS}`,
      'csv',
      '`csv` is a second source (keep one source alone: `csv`, `sql`, ',
    ],
    [`dataset: sales, sql: select 1, ${COLUMNS}`, 'sql', '`sql` is a second source ('],
    [`dataset: sales, json: s3://a-b/c, ${COLUMNS}`, 'json', '`json` is a second source ('],
    ['dataset: sales, columns: { name: regoin, value: amount }', 'regoin', `${NONE} regoin (did you mean region?)`],
    ['dataset: sales, columns: { name: region, value: { sum: xx } }', 'xx', `${NONE} xx (it has region, amount, at)`],
    ['dataset: sales, columns: { name: region, value: 4 }', '4', `${NONE} 4 (it has 3 columns)`],
    [
      'dataset: sales, columns: { name: region, value: { count: rows, where: { regin: a } } }',
      'regin:',
      `${NONE} regin (did you mean region?)`,
    ],
    ['dataset: sales, columns: { name: { list: [region, bb] }, value: 2 }', 'bb', `${NONE} bb (it has `],
    [`dataset: sales, where: { Region: East }, ${COLUMNS}`, 'Region', `${NONE} Region (did you mean region?)`],
    [`dataset: sales, window: day, ${COLUMNS}`, 'day', `${NONE} day (it has region, amount, at)`],
    [`dataset: sales, window: { of: day }, ${COLUMNS}`, 'day', `${NONE} day (it has region, amount, at)`],
    ['dataset: sales, unpivot: [bb], columns: { name: $name, value: $value }', 'bb', `${NONE} bb (it has `],
    [
      'dataset: sales',
      'sales',
      'the dataset sales has 3 columns; expected exactly 4: name, value, score, pv (say what ',
    ],
    [
      'dataset: sales, colums: { name: region, value: amount }',
      'colums',
      'unknown key `colums` (did you mean `columns`?)',
    ],
    [`dataset: sales, whre: { region: a }, ${COLUMNS}`, 'whre', 'unknown key `whre` (did you mean `where`?)'],
    [
      `dataset: sales, dates: dd/mm/yy, ${COLUMNS}`,
      'dd/mm/yy',
      '`dates` has minutes (mm) where the month (MM) belongs (write dd/MM/yy)',
    ],
    [`dataset: sales, ${COLUMNS}, limit: 0`, '0', '`limit` cannot be 0 (write a whole number of rows, from 1)'],
    [`dataset: sales, ${COLUMNS}, rest: Others`, 'rest', '`rest` needs `limit` ('],
    ['athena: select 1', 'athena', '`athena` is for datasets only (write `datasets: { sales: { athena: select'],
    [
      `csv: orders.csv, where: { a: b }`,
      'where',
      '`where` must be inside `csv`, not beside it (write `csv: { file: ..., where: ',
    ],
  ])('a faulty endpoint over a dataset is reported: %s', async (rest, at, expected) => {
    const lines = pie(rest);
    const found = (await report(lines)).filter((line) => !line.includes('no endpoint uses'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${placeIn(lines, 5, at)}pie (3D Pie Chart): ${expected}`);
  });

  const COLUMNS_OF_LINKS = 'columns: { from: 1, to: 1, weight: 2 }';
  const net = async (tables: string) => {
    const lines = withEndpoint(`net: { component: 3D Sankey Diagram, ${tables} }`);
    return { lines, found: await report(lines) };
  };

  test('an endpoint may select each of its tables from a dataset', async () => {
    const nodes = 'nodes: { dataset: sales, columns: { id: region, name: region }, unique: true }';
    expect((await net(`${nodes}, links: { dataset: sales, ${COLUMNS_OF_LINKS} }`)).found).toEqual([]);
  });

  test.each([
    ['columns: { id: 1, name: 1 }, srt: id', 'srt', 'unknown key `nodes.srt` (did you mean `sort`?)'],
    ['columns: { id: xx, name: 1 }', 'xx', 'the dataset sales has no column xx (it has region, amount, at)'],
    [
      'columns: { id: 1, name: 1 }, csv: a.csv',
      'csv',
      '`nodes.csv` is a second source (keep one source alone: `csv`, `sql`, `json`',
    ],
    ['columns: { id: 1, name: 1 }, where: x', 'x }', '`nodes.where` cannot be "x" (write '],
  ])('a faulty table over a dataset is reported: %s', async (rest, at, expected) => {
    const { lines, found } = await net(
      `nodes: { dataset: sales, ${rest} }, links: { dataset: sales, ${COLUMNS_OF_LINKS} }`,
    );
    const place = placeIn(lines, 5, at);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${place}net (3D Sankey Diagram): ${expected}`);
  });

  test('the keys of a selection beside several tables get a hint to write them inside each table', async () => {
    const nodes = 'nodes: { dataset: sales, columns: { id: 1, name: 1 } }';
    const { lines, found } = await net(`limit: 3, ${nodes}, links: { dataset: sales, ${COLUMNS_OF_LINKS} }`);
    expect(found).toEqual([
      `${placeIn(lines, 5, 'limit')}net (3D Sankey Diagram): \`limit\` must be inside each table, not beside the tables (write it inside each table: \`nodes: { dataset: ..., limit: ... }\`)`,
    ]);
  });

  test('one dataset for a component of several tables gets a hint to give each table its own', async () => {
    const { lines, found } = await net('dataset: sales');
    expect(found).toEqual([
      `${placeIn(lines, 5, 'dataset')}net (3D Sankey Diagram): one \`dataset\` is not enough: the component has 2 tables (give each its own: nodes: { dataset: sales, columns: ... }, links: { dataset: sales, columns: ... })`,
    ]);
  });
});

describe('warnings of datasets', () => {
  test('check warns of a dataset that no endpoint uses', async () => {
    const lines = withEndpoint(
      'pie: { component: 3D Pie Chart, csv: { file: orders.csv, columns: { name: 1, value: 2 } } }',
    );
    expect(await report(lines)).toEqual([
      'dashboard.yml:3:3  warning: no endpoint uses the dataset sales (write `dataset: sales` at an endpoint, or remove it)',
    ]);
  });

  test.each([
    [
      `${OF_ORDERS}, window: { last: 1h }`,
      'sales',
      'without `stale`, the first response of each slot may be a timeout ',
    ],
    [
      `${OF_ORDERS}, stale: 1h`,
      'sales',
      'a request chooses the time that the query reads, each query costs money, and pie has no token (add `window: ',
    ],
    [
      ATHENA.replace(' where at between :from and :to', ''),
      'window',
      '`window` has no effect: the query uses neither ',
    ],
  ])('check warns of a query with: %s', async (dataset, at, expected) => {
    const lines = withDataset(`{ ${dataset} }`);
    const found = await report(lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${placeIn(lines, 3, at)}warning: ${expected}`);
  });

  test('check does not warn of an unbounded query if every endpoint has a token', async () => {
    expect(await report(withDataset(`{ ${OF_ORDERS}, stale: 1h }`, 'token: ssm:/a'))).toEqual([]);
  });

  test('check warns of `stale` over SQL unless all functions share the rows, because a new function has no rows to show', async () => {
    const lines = withDataset(`{ sql: '${QUERY}', cache: 5m, stale: 1h }`);
    expect(await report(lines)).toEqual([
      `${placeIn(lines, 3, 'stale')}warning: \`stale\` works only in a function that has read rows before, not in a new one (write \`cache: { ttl: 1m, shared: true }\`, with your own time: all functions then share the rows)`,
    ]);
    expect(await report(withDataset(`{ sql: '${QUERY}', cache: { ttl: 5m, shared: true }, stale: 1h }`))).toEqual([]);
  });

  test('check warns of an endpoint whose `cache` is shorter than a slot', async () => {
    const lines = withDataset(`{ sql: '${QUERY}', cache: 5m }`).map((line) =>
      line.replace('amount } }', 'amount }, cache: 30s }'),
    );
    const found = await report(lines);
    expect(found).toEqual([
      `${placeIn(lines, 5, '30s')}warning: pie (3D Pie Chart): \`cache\` is shorter than a slot of sales, whose rows stay the same for 5m (leave \`cache\` out: the endpoint then caches for as long as its dataset)`,
    ]);
  });

  test('check warns of the key athena if no dataset is a query through Athena', async () => {
    expect(await report(withDataset("{ sql: 'select region, amount from t' }", 'athena: { database: shop }'))).toEqual([
      'dashboard.yml:6:1  warning: no dataset is a query through Athena (add `datasets: { sales: { athena: select ... } }`, or remove `athena`)',
    ]);
  });
});
