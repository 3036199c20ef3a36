import { alarms, hours, items, late, MARK, type Mistake, SELECTED, sales, thrice } from './dashboards.ts';

export const EMPTY_ENDPOINTS: readonly Mistake[] = [
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
];
