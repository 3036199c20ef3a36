import {
  alarms,
  EMPTY_ORDERS,
  guarded,
  hours,
  hoursAhead,
  map,
  plain,
  SALES,
  sales,
  secrets,
  seeded,
} from './dashboards.ts';

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
