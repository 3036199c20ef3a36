import { alarms, hours, MARK, type Mistake, map, SALES, SELECTED, times } from './dashboards.ts';

/** Data and dates that are probably wrong. */
export const DOUBTFUL_DATA: readonly Mistake[] = [
  [
    'the rows include a total named 合计',
    'warning',
    "'合计'",
    alarms('csv: plain.csv'),
    { 'data/plain.csv': `name,value,color\nNorth,4,\n${MARK}合计,4,\n` },
  ],
  [
    'the groups include a total named Total',
    'warning',
    'where: { Region: { not: Total } }',
    alarms(`csv: { ${SELECTED}, columns: { name: Region, value: { sum: Amount } } }`),
    { 'data/sales.csv': `${SALES}${MARK}Total,Web,18\n` },
  ],
  [
    'a JSON document includes a total named Grand total',
    'warning',
    "'Grand total'",
    alarms('json: { file: items.json, rows: items, columns: { name: region, value: amount } }'),
    { 'data/items.json': `{"items":[{"region":"North","amount":4},{"region":${MARK}"Grand total","amount":4}]}` },
  ],
  [
    'the file of a dataset includes a total named Gesamt',
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
    'dates has the capital letters of another date format',
    'error',
    'yyyy-MM-dd',
    hours(`csv: { file: times.csv, dates: ${MARK}YYYY-MM-DD }`),
    times,
  ],
  [
    'dates has the letters of minutes in place of the month',
    'error',
    'dd/MM/yyyy',
    hours(`csv: { file: times.csv, dates: ${MARK}dd/mm/yyyy }`),
    times,
  ],
  [
    'dates has the letters of the month in place of minutes',
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
    'dates of a dataset has the capital letters of another date format',
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
];
