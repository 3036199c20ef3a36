/** Marks the place where `check` must report the problem. It is removed before the file is written. */
export const MARK = '▶';

export type Severity = 'error' | 'warning' | 'note';

/** A small dashboard with one mistake: the severity and the words of its only diagnostic, and its files. */
export type Mistake = readonly [
  title: string,
  severity: Severity,
  words: string,
  endpoints: string,
  files?: Readonly<Record<string, string>>,
];

const ORDERS = `create table orders (at timestamptz, channel text, amount numeric, note text, paid boolean);
insert into orders values (now(), 'web', 12, '7', true), (now(), 'shop', 8, 'seven', false);`;

const seeded = (seed = ORDERS) => ({ 'data/orders.sql': seed });
const EMPTY_ORDERS = seeded(ORDERS.split('\n')[0]);
const TIDY_ORDERS = seeded(ORDERS.replace('seven', '9'));

/** Returns an endpoint of a component with the columns name and value. */
const map = (source: string) => `endpoints:\n  it: { component: Map, ${source} }`;
/** Returns an endpoint of a component with the columns name, value and an optional color. */
const alarms = (source: string) => `endpoints:\n  it: { component: Alarm List 2, ${source} }`;
/** Returns an endpoint of a component with the columns name, unit, value and color. */
const bars = (source: string) => `endpoints:\n  it: { component: Color Bar Chart, ${source} }`;
/** Returns an endpoint of a component with a column of times and a column of numbers. */
const hours = (source: string) => `endpoints:\n  it: { component: 3D Bar Chart, options: { name: Orders }, ${source} }`;

const ORDERS_SET = 'datasets: { orders: { sql: select * from orders } }\n';

const SALES = 'Region,Channel,Amount\nNorth,Web,4\nSouth,Shop,5\nEast,Payments,7\nWest,Web,2\n';
const sales = { 'data/sales.csv': SALES };
/** A selection from sales.csv that uses all columns of the file. */
const SELECTED = 'file: sales.csv, where: { Channel: { blank: false } }';

const ITEMS = JSON.stringify({
  items: [
    { region: 'North', amount: 4 },
    { region: 'South', amount: 5 },
  ],
});
const items = { 'data/items.json': ITEMS };

const twoDigits = (value: number) => String(value).padStart(2, '0');
/** Writes a time in UTC as `2026-11-22 17:05`. */
const written = (time: Date) =>
  `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())} ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
const hoursAhead = (count: number) => written(new Date(Date.now() + count * 60 * 60_000));
const LATE = `At,Amount\n${hoursAhead(7)},4\n${hoursAhead(8)},5\n`;
const late = { 'data/late.csv': LATE };

const TIMES = 'At,Amount\n2026-11-20 08:00,4\n';
const times = { 'data/times.csv': TIMES };

const guarded = (token: string) => `${alarms('csv: plain.csv')}\ntoken: ${token}`;
const plain = { 'data/plain.csv': 'name,value,color\nNorth,4,\nSouth,5,\n' };
const secrets = (text: string) => ({ ...plain, '.secrets.yml': text });

const COLOURS = { 'data/states.csv': 'Name,State,Amount\na,up,1\nb,down,2\n' };
const states = (color: string) =>
  bars(
    `csv: { file: states.csv, where: { State: { blank: false } }, columns: { name: Name, unit: { constant: t }, value: Amount, color: ${color} } }`,
  );

/** Returns three endpoints over one file. */
const thrice = (source: string) =>
  `endpoints:\n${['one', 'two', 'three'].map((slug) => `  ${slug}: { component: Alarm List 2, ${source} }`).join('\n')}`;

const manyRows = (row: string) => `name,value,color\n${`${row}\n`.repeat(40)}`;

export const MISTAKES: readonly Mistake[] = [
  // SQL
  [
    'a query has one column where two are needed',
    'error',
    'the result has 1 column (channel)',
    map(`sql: ${MARK}select channel from orders`),
    seeded(),
  ],
  [
    'a query has too many columns',
    'error',
    'the result has 3 columns',
    map(`sql: '${MARK}select channel, amount, note from orders'`),
    seeded(),
  ],
  [
    'a query of a file has too few columns',
    'error',
    'name, value',
    map('sql: file:queries/a.sql'),
    { ...seeded(), 'queries/a.sql': `${MARK}select channel from orders` },
  ],
  [
    'columns names a result column that does not exist',
    'error',
    "did you mean 'channel'?",
    map(`sql: 'select channel, amount from orders', columns: { name: ${MARK}chanel, value: amount }`),
    seeded(),
  ],
  [
    'columns names a position that the result lacks',
    'error',
    'the result has no column 3',
    map(`sql: 'select channel, amount from orders', columns: { name: channel, value: ${MARK}3 }`),
    seeded(),
  ],
  [
    'a query has a time for a number',
    'error',
    'column 2 (at) is a time, and `value` must be a number',
    map(`sql: '${MARK}select channel, at from orders'`),
    seeded(),
  ],
  [
    'a query has a Boolean for a number',
    'error',
    'column 2 (paid) is a Boolean',
    map(`sql: '${MARK}select channel, paid from orders'`),
    seeded(),
  ],
  [
    'a query has a Boolean for a time',
    'error',
    'column 1 (paid) is a Boolean',
    hours(`sql: '${MARK}select paid, amount from orders'`),
    seeded(),
  ],
  [
    'a query has a number for a time',
    'error',
    'column 1 (amount)',
    hours(`sql: '${MARK}select amount + 0.5 as amount, 1 as n from orders'`),
    seeded(),
  ],
  [
    'a query has a text that is no number',
    'error',
    "'seven' is not a number",
    map(`sql: '${MARK}select channel, note from orders'`),
    seeded(),
  ],
  [
    'a query has text that looks like numbers',
    'warning',
    'column 2 (note) is text',
    map(`sql: '${MARK}select channel, note from orders'`),
    TIDY_ORDERS,
  ],
  [
    'a query without rows has text for a number',
    'warning',
    'note::numeric',
    map(`sql: '${MARK}select channel, note from orders'`),
    EMPTY_ORDERS,
  ],
  [
    'a query has text that is no time',
    'error',
    "'web' is not a time",
    hours(`sql: '${MARK}select channel, amount from orders'`),
    seeded(),
  ],
  [
    'a table of several has a query with one column',
    'error',
    'the result has 1 column',
    `endpoints:\n  it: { component: 3D Sankey Diagram, nodes: { sql: ${MARK}select channel from orders }, links: { csv: links.csv } }`,
    { ...seeded(), 'data/links.csv': 'from,to,weight\nweb,shop,1\n' },
  ],
  [
    'a query fails with a row of the seeds',
    'error',
    'invalid input syntax for type numeric',
    map(`sql: 'select channel, ${MARK}note::numeric from orders'`).replace(MARK, '').replace("sql: '", `sql: '${MARK}`),
    seeded(),
  ],
  [
    'a selection names a column that the query of its dataset lacks',
    'error',
    'the dataset orders has no column chanel (did you mean channel?)',
    `${ORDERS_SET}${map(`dataset: orders, columns: { name: ${MARK}chanel, value: { sum: amount } }`)}`,
    seeded(),
  ],
  [
    'a selection has text for a number from the query of its dataset',
    'error',
    "'seven' is not a number",
    `${ORDERS_SET}${map(`dataset: orders, columns: { name: channel, value: { sum: ${MARK}note } }`)}`,
    seeded(),
  ],
  [
    'where keeps no row of a query',
    'warning',
    "`where` keeps 0 of 2 rows; did you mean 'web'?",
    `${ORDERS_SET}${map(`dataset: orders, where: { ${MARK}channel: Web }, columns: { name: channel, value: { sum: amount } }`)}`,
    seeded(),
  ],
  [
    'the query of a dataset has more columns than its component',
    'error',
    'the dataset orders has 5 columns',
    `${ORDERS_SET}${map(`dataset: ${MARK}orders`)}`,
    seeded(),
  ],

  // Nothing to show
  [
    'a file has only a header',
    'warning',
    'the file has no rows',
    alarms('csv: plain.csv'),
    { 'data/plain.csv': `${MARK}name,value,color\n` },
  ],
  [
    'a file for a selection has only a header',
    'warning',
    'the file has no rows',
    alarms(`csv: { ${SELECTED}, columns: { name: Region, value: { sum: Amount } } }`),
    { 'data/sales.csv': `${MARK}Region,Channel,Amount\n` },
  ],
  [
    'a list of a JSON document has no entries',
    'warning',
    'the file has no rows',
    alarms('json: { file: items.json, rows: items, columns: { name: region, value: amount } }'),
    { 'data/items.json': `${MARK}{"items":[]}` },
  ],
  [
    'the file of a dataset has only a header',
    'warning',
    'the file has no rows',
    `datasets: { sales: { csv: plain.csv } }\n${alarms('dataset: sales')}`,
    { 'data/plain.csv': `${MARK}name,value,color\n` },
  ],
  [
    'the file of three endpoints has only a header',
    'warning',
    'the file has no rows',
    thrice('csv: plain.csv'),
    { 'data/plain.csv': `${MARK}name,value,color\n` },
  ],
  [
    'where keeps no row of a file',
    'warning',
    "`where` keeps 0 of 4 rows; did you mean 'Payments'?",
    alarms(`csv: { file: sales.csv, where: { ${MARK}Channel: payments }, columns: { name: Region, value: Amount } }`),
    sales,
  ],
  [
    'where compares a number that no row reaches',
    'warning',
    '`where` keeps 0 of 2 rows',
    alarms(
      `json: { file: items.json, rows: items, where: { ${MARK}amount: { above: 100 } }, columns: { name: region, value: amount } }`,
    ),
    items,
  ],
  [
    'where looks for a text that no row contains',
    'warning',
    '`where` keeps 0 of 4 rows',
    alarms(
      `csv: { file: sales.csv, where: { ${MARK}Channel: { contains: Fax } }, columns: { name: Region, value: Amount } }`,
    ),
    sales,
  ],
  [
    'the second condition of where keeps no row',
    'warning',
    "did you mean 'Shop'?",
    alarms(
      `csv: { file: sales.csv, where: { Amount: { above: 1 }, ${MARK}Channel: shop }, columns: { name: Region, value: Amount } }`,
    ),
    sales,
  ],
  [
    'the where of an aggregate keeps no row',
    'warning',
    "`where` keeps 0 of 4 rows; did you mean 'Payments'?",
    alarms(
      `csv: { file: sales.csv, columns: { name: Region, value: { sum: Amount, where: { ${MARK}Channel: payments } } } }`,
    ),
    sales,
  ],
  [
    'where keeps no row of a dataset',
    'warning',
    "`where` keeps 0 of 4 rows; did you mean 'Payments'?",
    `datasets: { sales: { csv: sales.csv } }\n${alarms(`dataset: sales, where: { ${MARK}Channel: payments }, columns: { name: Region, value: Amount }`)}`,
    sales,
  ],
  [
    'the where of a dataset keeps no row',
    'warning',
    "did you mean 'Payments'?",
    `datasets: { sales: { csv: { file: sales.csv, where: { ${MARK}Channel: payments } } } }\n${alarms('dataset: sales, columns: { name: Region, value: Amount }')}`,
    sales,
  ],
  [
    'where keeps no entry of a JSON document',
    'warning',
    "did you mean 'North'?",
    alarms(
      `json: { file: items.json, rows: items, where: { ${MARK}region: north }, columns: { name: region, value: amount } }`,
    ),
    items,
  ],
  [
    'rows lie in the future',
    'warning',
    '8 h in the future; is `timezone` the zone of the file?',
    hours(`csv: { file: late.csv, ${MARK}window: At, columns: { x: At, y: Amount } }`).replace(
      `${MARK}window: `,
      `window: ${MARK}`,
    ),
    late,
  ],
  [
    'rows of a window of fixed length lie in the future',
    'warning',
    'in the future',
    hours(`csv: { file: late.csv, window: ${MARK}{ of: At, last: 24h }, columns: { x: At, y: Amount } }`),
    late,
  ],
  [
    'rows of a dataset lie in the future',
    'warning',
    'in the future',
    `datasets: { late: { csv: { file: late.csv, window: ${MARK}At } } }\n${hours('dataset: late')}`,
    late,
  ],
  [
    'a selection from a dataset has rows in the future',
    'warning',
    'in the future',
    `datasets: { late: { csv: late.csv } }\n${hours(`dataset: late, window: ${MARK}At, columns: { x: At, y: Amount }`)}`,
    late,
  ],

  // Probably wrong
  [
    'a row 合计 is among the rows',
    'warning',
    "'合计'",
    alarms('csv: plain.csv'),
    { 'data/plain.csv': `name,value,color\nNorth,4,\n${MARK}合计,4,\n` },
  ],
  [
    'a row Total is among the groups',
    'warning',
    'where: { Region: { not: Total } }',
    alarms(`csv: { ${SELECTED}, columns: { name: Region, value: { sum: Amount } } }`),
    { 'data/sales.csv': `${SALES}${MARK}Total,Web,18\n` },
  ],
  [
    'a row Grand total is in a JSON document',
    'warning',
    "'Grand total'",
    alarms('json: { file: items.json, rows: items, columns: { name: region, value: amount } }'),
    { 'data/items.json': `{"items":[{"region":"North","amount":4},{"region":${MARK}"Grand total","amount":4}]}` },
  ],
  [
    'a row Gesamt is in the file of a dataset',
    'warning',
    "'Gesamt'",
    `datasets: { all: { csv: plain.csv } }\n${alarms('dataset: all')}`,
    { 'data/plain.csv': `name,value,color\nNorth,4,\n${MARK}Gesamt,4,\n` },
  ],
  [
    'names are no regions of a map',
    'warning',
    'the map of China does not know Beijing and Shanghai',
    map('csv: cities.csv'),
    { 'data/cities.csv': `name,value\n北京,4\n${MARK}Beijing,4\nShanghai,5\n` },
  ],
  [
    'names are no countries',
    'warning',
    '德国',
    `endpoints:\n  it: { component: World Map, csv: lands.csv }`,
    { 'data/lands.csv': `name,value\n中国,4\n${MARK}德国人,5\n` },
  ],

  // Dates
  ['dates is a number', 'error', '`csv.dates` cannot be 7', hours(`csv: { file: times.csv, dates: ${MARK}7 }`), times],
  [
    'dates has the letters of another system',
    'error',
    'yyyy-MM-dd',
    hours(`csv: { file: times.csv, dates: ${MARK}YYYY-MM-DD }`),
    times,
  ],
  [
    'dates has minutes for the month',
    'error',
    'dd/MM/yyyy',
    hours(`csv: { file: times.csv, dates: ${MARK}dd/mm/yyyy }`),
    times,
  ],
  [
    'dates has the month in place of minutes',
    'error',
    'yyyy-MM-dd HH:mm',
    hours(`csv: { file: times.csv, dates: ${MARK}'yyyy-MM-dd HH:MM' }`),
    times,
  ],
  ['dates has a part twice', 'error', 'twice', hours(`csv: { file: times.csv, dates: ${MARK}yyyy-MM-dd dd }`), times],
  [
    'dates has a day without its month',
    'error',
    'month',
    hours(`csv: { file: times.csv, dates: ${MARK}'dd HH:mm' }`),
    times,
  ],
  ['dates has a word', 'error', "'at'", hours(`csv: { file: times.csv, dates: ${MARK}'yyyy-MM-dd at HH:mm' }`), times],
  [
    'dates of a dataset has the letters of another system',
    'error',
    'dd.MM.yyyy',
    `datasets: { times: { csv: { file: times.csv, dates: ${MARK}DD.MM.YYYY } } }\n${hours('dataset: times')}`,
    times,
  ],
  [
    'dates of a JSON document has a word',
    'error',
    "'o'",
    hours(`json: { file: items.json, rows: items, dates: ${MARK}HH o mm, columns: { x: at, y: n } }`).replace(
      'HH o mm',
      "'yyyy-MM-dd HHomm'",
    ),
    { 'data/items.json': '{"items":[{"at":"2026-11-20 08o00","n":1}]}' },
  ],

  // Tokens
  [
    'a token is not in .secrets.yml',
    'error',
    '/ops/tokn',
    guarded(`${MARK}ssm:/ops/token`),
    secrets("/ops/tokn: 'abc'\n"),
  ],
  [
    'a token of an endpoint is not in .secrets.yml',
    'error',
    '/ops/token',
    alarms(`csv: plain.csv, token: ${MARK}ssm:/ops/token`),
    secrets("/ops/tokn: 'abc'\n"),
  ],
  ['a token has no .secrets.yml', 'note', '401', guarded(`${MARK}ssm:/ops/token`), plain],
  [
    'a value in .secrets.yml is blank',
    'error',
    'the value of /ops/token is empty',
    guarded('ssm:/ops/token'),
    secrets(`/ops/token: ${MARK}''\n`),
  ],
  [
    'a value in .secrets.yml is a number',
    'error',
    'is not text',
    guarded('ssm:/ops/token'),
    secrets(`/ops/token: ${MARK}4711\n`),
  ],
  [
    'a name in .secrets.yml lacks its slash',
    'error',
    'did you mean /ops/token?',
    guarded('ssm:/ops/token'),
    secrets(`${MARK}ops/token: 'abc'\n`),
  ],
  [
    'a name in .secrets.yml begins with ssm:',
    'error',
    'did you mean /ops/token?',
    guarded('ssm:/ops/token'),
    secrets(`${MARK}ssm:/ops/token: 'abc'\n`),
  ],
  [
    'a name in .secrets.yml is not used',
    'warning',
    '/ops/old',
    guarded('ssm:/ops/token'),
    secrets(`/ops/token: 'abc'\n${MARK}/ops/old: 'def'\n`),
  ],

  // The place where the mistake is written
  [
    '$value is used without unpivot',
    'error',
    '`unpivot`',
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: ${MARK}$value } }`),
    sales,
  ],
  ['palette has a word that is no colour', 'error', '#', states(`{ palette: ['#fff', ${MARK}red] }`), COLOURS],
  ['constant is a word that is no colour', 'error', '#', states(`{ constant: ${MARK}red }`), COLOURS],
  [
    'to has a word that is no colour',
    'error',
    '#',
    states(`{ map: State, to: { up: '#fff', down: ${MARK}red } }`),
    COLOURS,
  ],
  [
    'else is a word that is no colour',
    'error',
    '#',
    states(`{ map: State, to: { up: '#fff' }, else: ${MARK}red }`),
    COLOURS,
  ],
  ['an aggregate fills a column of colours', 'error', '#', states(`${MARK}{ count: rows }`), COLOURS],
  [
    'a selection names position 7 of a file',
    'error',
    'line 1 of data/sales.csv has no column 7',
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: ${MARK}7 } }`),
    sales,
  ],
  [
    'a selection names an unknown column',
    'error',
    "line 1 of data/sales.csv has no column 'region'; did you mean 'Region'?",
    alarms(`csv: { file: sales.csv, columns: { name: ${MARK}region, value: Amount } }`),
    sales,
  ],
  [
    'where names an unknown column',
    'error',
    "has no column 'channel'",
    alarms(`csv: { file: sales.csv, where: { ${MARK}channel: Web }, columns: { name: Region, value: Amount } }`),
    sales,
  ],
  [
    'window names an unknown column',
    'error',
    "has no column 'Time'",
    hours(`csv: { file: times.csv, window: { of: ${MARK}Time, last: 1h }, columns: { x: At, y: Amount } }`),
    times,
  ],
  [
    'unpivot names an unknown column',
    'error',
    "has no column 'cpu'",
    alarms(`csv: { file: sales.csv, unpivot: [Amount, ${MARK}cpu], columns: { name: $name, value: $value } }`),
    sales,
  ],
  [
    'an aggregate names an unknown column',
    'error',
    "has no column 'Amout'",
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: { sum: ${MARK}Amout } } }`),
    sales,
  ],
  [
    'a file of a list lacks a column',
    'error',
    "line 1 of data/more.csv has no column 'Amount'",
    alarms(
      `csv: [{ file: sales.csv, columns: { name: Region, value: Amount } }, { file: more.csv, columns: { name: Region, value: ${MARK}Amount } }]`,
    ),
    { ...sales, 'data/more.csv': 'Region,Sum\nNorth,4\n' },
  ],
  [
    'a selection names an unknown field of a JSON document',
    'error',
    "has no column 'Region'; did you mean 'region'?",
    alarms(`json: { file: items.json, rows: items, columns: { name: ${MARK}Region, value: amount } }`),
    items,
  ],
  [
    'a selection names a column that the file of its dataset lacks',
    'error',
    "has no column 'region'; did you mean 'Region'?",
    `datasets: { sales: { csv: sales.csv } }\n${alarms(`dataset: sales, columns: { name: ${MARK}region, value: Amount }`)}`,
    sales,
  ],
  [
    'a dataset names a column that its file lacks',
    'error',
    "line 1 of data/sales.csv has no column 'region'",
    `datasets: { sales: { csv: { file: sales.csv, columns: { name: ${MARK}region, value: Amount } } } }\n${alarms('dataset: sales, columns: { name: name, value: value }')}`,
    sales,
  ],
  [
    'constant is a word in a column of numbers',
    'error',
    "'many' is not a number",
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: { constant: ${MARK}many } } }`),
    sales,
  ],
  [
    'constant is the empty text in a column of numbers',
    'error',
    'value',
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: { constant: ${MARK}'' } } }`),
    sales,
  ],

  // One line for each cause
  [
    'a column of a file of three endpoints has no numbers',
    'error',
    "one (Alarm List 2) and 2 more: 40 cells of value are not numbers, such as '$65'",
    thrice('csv: plain.csv'),
    { 'data/plain.csv': manyRows('a,$65,').replace('$', `${MARK}$`) },
  ],
  [
    'the rows of a file have fewer cells than the header',
    'error',
    '40 rows have 2 cells, the header 3',
    alarms('csv: plain.csv'),
    { 'data/plain.csv': manyRows('a,65').replace('a,', `${MARK}a,`) },
  ],

  // Words
  [
    'an aggregate is written as in SQL',
    'error',
    '{ sum: Amount }',
    alarms(`csv: { file: sales.csv, columns: { name: Region, value: ${MARK}sum(Amount) } }`),
    sales,
  ],
  [
    'columns is misspelt beside a file',
    'error',
    'unknown key `colums` (did you mean `columns`?)',
    alarms(`csv: sales.csv, ${MARK}colums: { name: Region, value: Amount }`),
    sales,
  ],
  [
    'a workbook is a source',
    'error',
    'import',
    alarms(`csv: ${MARK}sales.xlsx`),
    { 'data/sales.xlsx': 'PK\u0003\u0004' },
  ],
  [
    'above has a word',
    'error',
    "`above` cannot be 'much'",
    alarms(
      `csv: { file: sales.csv, where: { Amount: { above: ${MARK}much } }, columns: { name: Region, value: Amount } }`,
    ),
    sales,
  ],
  [
    'rest has no limit',
    'error',
    '`rest` needs `limit',
    alarms(`csv: { ${SELECTED}, columns: { name: Region, value: { sum: Amount } }, ${MARK}rest: Others }`),
    sales,
  ],
  [
    'the window of a dataset has no effect',
    'warning',
    '`window` has no effect',
    `datasets: { orders: { sql: select * from orders, ${MARK}window: { last: 1h } } }\n${map('dataset: orders, columns: { name: channel, value: { sum: amount } }')}`,
    seeded(),
  ],

  // Figures
  [
    'else is no number',
    'error',
    "'none' is not a number",
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { average: Amount, else: ${MARK}none } } }`),
    sales,
  ],
  [
    'else says blank',
    'error',
    'write a number, or leave `else` out',
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { average: Amount, else: ${MARK}blank } } }`),
    sales,
  ],
  [
    'else is beside a bucket',
    'error',
    '`else` belongs to an aggregate or a `map`',
    map(`csv: { ${SELECTED}, columns: { name: { day: Region, ${MARK}else: 0 }, value: { sum: Amount } } }`),
    sales,
  ],
  [
    'a percentile has no column',
    'error',
    '`csv.columns.value.of` is missing',
    map(`csv: { ${SELECTED}, columns: { name: Region, ${MARK}value: { percentile: 95 } } }`),
    sales,
  ],
  [
    'a percentile has no number',
    'error',
    'write a number from 0 to 100, and the column in the key of',
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { percentile: ${MARK}Amount } } }`),
    sales,
  ],
  [
    'a percentile is above 100',
    'error',
    'write a number from 0 to 100',
    map(`csv: { ${SELECTED}, columns: { name: Region, value: { percentile: ${MARK}950, of: Amount } } }`),
    sales,
  ],

  // Cost
  [
    'the budget is below the estimate',
    'warning',
    '`budget` is 1.00 USD a month, and the estimate is ',
    `${alarms('csv: plain.csv')}\nbudget: ${MARK}{ amount: 1, email: ops@example.com }`,
    plain,
  ],
];

/** A small dashboard without a mistake. */
export type Right = readonly [title: string, endpoints: string, files?: Readonly<Record<string, string>>];

export const RIGHT: readonly Right[] = [
  ['a file that is read by position', alarms('csv: plain.csv'), plain],
  [
    'a condition that contains one of several texts',
    alarms(
      `csv: { file: sales.csv, where: { Channel: { contains: [We, hop] } }, columns: { name: Region, value: Amount } }`,
    ),
    sales,
  ],
  [
    'a query with the types of its component',
    map("sql: 'select channel, sum(amount) from orders group by 1'"),
    seeded(),
  ],
  ['a query without rows', map("sql: 'select channel, sum(amount) from orders group by 1'"), EMPTY_ORDERS],
  [
    'a dataset of a query',
    `datasets: { orders: { sql: select * from orders } }\n${map('dataset: orders, columns: { name: channel, value: { sum: amount } }')}`,
    seeded(),
  ],
  ['a token in .secrets.yml', guarded('ssm:/ops/token'), secrets("/ops/token: 'abc'\n")],
  [
    'a window with new rows',
    hours('csv: { file: late.csv, window: { of: At, last: 24h }, columns: { x: At, y: Amount } }'),
    { 'data/late.csv': `At,Amount\n${hoursAhead(-2)},4\n` },
  ],
  [
    'a total that where leaves out',
    alarms(
      'csv: { file: sales.csv, where: { Region: { not: Total }, Channel: { blank: false } }, columns: { name: Region, value: { sum: Amount } } }',
    ),
    { 'data/sales.csv': `${SALES}Total,Web,18\n` },
  ],
  [
    'a constant that is the empty text in a required column of texts',
    alarms(
      "csv: { file: sales.csv, columns: { name: { constant: '' }, value: Amount }, where: { Region: North, Channel: Web } }",
    ),
    sales,
  ],
  [
    'a query with nulls for an optional column of numbers',
    `endpoints:
  it:
    component: 3D World Map
    regions: { csv: regions.csv }
    tips: { sql: "select '中国', 'Orders', channel, amount, null from orders" }
    alarms: { csv: alarms.csv }`,
    {
      ...seeded(),
      'data/regions.csv': 'name,title,value\n中国,Orders,4\n',
      'data/alarms.csv': 'region,title,node,alarmname\n中国,Host,web-1,CPU\n',
    },
  ],
  ['provinces on the map of China', map('csv: lands.csv'), { 'data/lands.csv': 'name,value\n北京,4\n广东,5\n' }],
];
