import { expect, test } from '@jest/globals';
import { type Files, feed } from '../../support/folders/feed-selection.ts';

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

const orders = (...rows: readonly (readonly [at: string, region: string, status: string, amount: string])[]) =>
  lines(
    'Order,Created at,Customer,Region,Channel,Category,Status,Amount,Note',
    ...rows.map(([at, region, status, amount], index) =>
      [1000 + index, at, 'C', region, index % 2 ? 'web' : 'shop', 'Tea', status, amount, ''].join(),
    ),
  );

const ORDERS = orders(
  ['2026-11-21 11:30:00', 'North', 'paid', '10.10'],
  ['2026-11-21 11:31:00', 'South', 'paid', '"1,200.50"'],
  ['2026-11-21 11:32:00', 'East', 'cancelled', '99999'],
  ['2026-11-21 11:33:00', 'West', 'paid', '7'],
  ['2026-11-21 11:34:00', 'North', 'paid', '20.20'],
  ['2026-11-21 11:35:00', 'N2', 'paid', '5'],
  ['2026-11-21 11:36:00', 'N3', 'open', '4'],
  ['2026-11-21 11:37:00', 'N4', 'paid', '3'],
  ['2026-11-21 11:38:00', 'N5', 'paid', '2'],
  ['2026-11-21 10:00:00', 'South', 'paid', '500'],
  ['2026-11-20 23:59:59', 'South', 'paid', '600'],
);

/** A file in GB18030 with the header 级别,主机,告警,发生时间,确认 and four rows, of which the third is confirmed. */
const ALARMS = Buffer.from(
  'vLax8CzW97v6LLjmvq8st6LJ+sqxvOQsyLfIzwrRz9bYLGExLLTFxcwsMjAvMTEvMjAyNiAwODozMSwKvq+45ixhMizE2rTmLDIxLzExLzIwMjYgMDk6MD' +
    'AsCr6vuOYsYTMsxNq05iwyMS8xMS8yMDI2IDA5OjMwLMrHCrvWuLQsYTQszfjC5ywxOS8xMS8yMDI2IDIzOjU5LAo=',
  'base64',
);

const examples: readonly (readonly [name: string, definition: string, files: Files, body: unknown])[] = [
  [
    'top-regions',
    `{ component: 3D Pie Chart, csv: { file: orders.csv, window: Created at,
      where: { Status: { not: [cancelled, refunded] } }, columns: { name: Region, value: { sum: Amount } },
      sort: -value, limit: 6, rest: Others } }`,
    { 'orders.csv': ORDERS },
    {
      data: [
        { name: 'South', value: 1200.5 },
        { name: 'North', value: 30.3 },
        { name: 'West', value: 7 },
        { name: 'N2', value: 5 },
        { name: 'N3', value: 4 },
        { name: 'Others', value: 5 },
      ],
    },
  ],
  [
    'sales-by-channel',
    `{ component: Pie Chart, csv: { file: report.csv, where: { Channel: { blank: false } },
      columns: { name1: Region, name2: Channel, value: Sales } } }`,
    { 'report.csv': lines('Region,Channel,Sales', 'North,web,3', 'North,shop,4', 'North,,7') },
    {
      series: [
        {
          name: 'North',
          data: [
            { name: 'web', value: 3 },
            { name: 'shop', value: 4 },
          ],
        },
      ],
    },
  ],
  [
    'region-goals',
    `{ component: Color Bar Chart, csv: { file: orders.csv, where: { Status: paid, Region: [North, South, East] },
      columns: { name: Region, unit: { constant: orders }, value: { count: rows },
      color: { map: Region, to: { North: '#2f7ed8', South: '#f28f43' }, else: '#999999' } } } }`,
    { 'orders.csv': ORDERS },
    {
      series: [
        { name: 'North', value: 2, color: '#2f7ed8' },
        { name: 'South', value: 3, color: '#f28f43' },
      ],
    },
  ],
  [
    'host-load',
    `{ component: Line Chart, csv: { file: hosts.csv, window: timestamp, where: { host: a1 }, unpivot: [cpu, memory],
      columns: { series: $name, x: { hour: timestamp }, y: { average: $value } } }, options: { xAxis: time } }`,
    {
      'hosts.csv': lines(
        'timestamp,host,cpu,memory',
        '2026-11-21 11:10:00,a1,10,50',
        '2026-11-21 11:20:00,a1,20,',
        '2026-11-21 11:20:00,a2,90,90',
        '2026-11-21 12:00:00,a1,40,60',
        '2026-11-21 12:00:01,a1,99,99',
      ),
    },
    {
      series: [
        {
          name: 'cpu',
          data: [
            { x: Date.parse('2026-11-21T11:00:00Z'), y: 15 },
            { x: Date.parse('2026-11-21T12:00:00Z'), y: 40 },
          ],
        },
        {
          name: 'memory',
          data: [
            { x: Date.parse('2026-11-21T11:00:00Z'), y: 50 },
            { x: Date.parse('2026-11-21T12:00:00Z'), y: 60 },
          ],
        },
      ],
    },
  ],
  [
    'amount-by-day',
    `{ component: Bar Chart, csv: { file: orders.csv, columns: { series: Channel, category: { day: Created at },
      value: { sum: Amount } }, sort: [category, series] }, options: { fill: 0, stacked: true } }`,
    { 'orders.csv': ORDERS },
    {
      series: [
        { name: 'shop', data: [600, 100035.3] },
        { name: 'web', data: [0, 1715.5] },
      ],
    },
  ],
  [
    'revenue-today',
    `{ component: Numeric Metric, csv: { file: orders.csv, window: { of: Created at, last: today }, where: { Status: paid },
      columns: { value: { sum: Amount }, unit: { constant: ¥ } } } }`,
    { 'orders.csv': ORDERS },
    { value: 1747.8, unit: '¥' },
  ],
  [
    'paid-rate',
    `{ component: Dashboard Gauge, csv: { file: orders.csv, window: { of: Created at, last: 24h },
      columns: { percent: { percent: rows, where: { Status: paid } } } } }`,
    { 'orders.csv': ORDERS },
    { percent: 82 },
  ],
  [
    'today-figures',
    `{ component: Core Metrics, csv: { file: kpi.csv, unpivot: [Visitors, Orders, Conversion %], columns: { name: $name,
      unit: { map: $name, to: { Conversion %: '%' }, else: '' }, value: { last: $value } } } }`,
    { 'kpi.csv': lines('Day,Visitors,Orders,Conversion %', '2026-11-20,100,5,5', '2026-11-21,200,8,4') },
    {
      series: [
        { name: 'Visitors', value: 200 },
        { name: 'Orders', value: 8 },
        { name: 'Conversion %', unit: '%', value: 4 },
      ],
    },
  ],
  [
    'open-alarms',
    `{ component: Alarm List, csv: { file: alarms-gbk.csv, dates: dd/MM/yyyy HH:mm, where: { 确认: { blank: true } },
      columns: { status: { map: 级别, to: { 严重: 3, 警告: 2, 恢复: 1 } }, title: 主机, content: 告警,
      time: { time: 发生时间 } }, sort: -time, limit: 8 } }`,
    { 'alarms-gbk.csv': ALARMS },
    {
      series: [
        { status: 2, title: 'a2', content: '内存', time: '2026-11-21 09:00:00' },
        { status: 3, title: 'a1', content: '磁盘', time: '2026-11-20 08:31:00' },
        { status: 1, title: 'a4', content: '网络', time: '2026-11-19 23:59:00' },
      ],
    },
  ],
  [
    'turnover-by-province',
    `{ component: Map, csv: { file: p.csv, decimal: ',', header: 4, where: { Provinz: { not: Summe } },
      columns: { name: Provinz, value: Umsatz } }, options: { unit: '€' } }`,
    {
      'p.csv': lines(
        'Bericht',
        'vom 21.11.',
        '',
        'Provinz;Umsatz;Anteil',
        'Hunan;1.234,5;1',
        'Hubei;12;2',
        'Summe;x;3',
      ),
    },
    {
      unit: '€',
      series: [
        { name: 'Hunan', value: 1234.5 },
        { name: 'Hubei', value: 12 },
      ],
    },
  ],
  [
    'couriers',
    `{ component: Paging List, csv: { file: couriers.csv, where: { status: active, parcels: { above: 20 } },
      columns: { Courier: name, Depot: depot, Parcels: parcels }, sort: -Parcels, limit: 2 } }`,
    {
      'couriers.csv': lines(
        'id,name,depot,status,parcels',
        '1,Ann,A,active,30',
        '2,Bo,B,active,100',
        '3,Cy,B,off,x',
        '4,Di,C,active,20',
        '5,Ed,C,active,31',
      ),
    },
    {
      seriestitle: ['Courier', 'Depot', 'Parcels'],
      series: [
        ['Bo', 'B', '100'],
        ['Ed', 'C', '31'],
      ],
    },
  ],
  [
    'sales-tree',
    `{ component: Treemap, csv: { file: orders.csv, window: Created at,
      columns: { path: { list: [Category, Region, Channel] }, value: { sum: Amount } } } }`,
    {
      'orders.csv': orders(
        ['2026-11-21 11:30:00', 'North', 'paid', '1'],
        ['2026-11-21 11:30:00', 'South', 'paid', '2'],
      ),
    },
    {
      children: [
        {
          name: 'Tea',
          value: 3,
          children: [
            { name: 'North', value: 1, children: [{ name: 'shop', value: 1 }] },
            { name: 'South', value: 2, children: [{ name: 'web', value: 2 }] },
          ],
        },
      ],
    },
  ],
  [
    'visitor-flow',
    `{ component: 3D Sankey Diagram,
      nodes: { csv: { file: flows.csv, unpivot: [from step, to step], columns: { id: $value, name: $value }, unique: true } },
      links: { csv: { file: flows.csv, columns: { from: from step, to: to step, weight: { sum: visits } } } } }`,
    { 'flows.csv': lines('from step,to step,visits', 'home,cart,5', 'cart,pay,3', 'home,cart,2') },
    {
      nodes: [{ name: 'home' }, { name: 'cart' }, { name: 'pay' }],
      links: [
        { from: 0, to: 1, weight: 7 },
        { from: 1, to: 2, weight: 3 },
      ],
    },
  ],
  [
    'callees',
    `{ component: Multi-field List, list: { csv: { file: calls.csv, window: at, columns: { Service: callee,
      Requests: { sum: requests }, 'Errors, %': { percent: errors, of: requests }, Response time: { collect: ms } },
      sort: -Requests } }, other: { csv: { file: services.csv, columns: { name: state, value: { count: rows } } } },
      options: { lineColumns: [Response time] } }`,
    {
      'calls.csv': lines(
        'at,callee,requests,errors,ms',
        '2026-11-21 11:30,a,10,1,5',
        '2026-11-21 11:31,b,30,0,7',
        '2026-11-21 11:32,a,10,1,6.5',
      ),
      'services.csv': lines('name,state', 'a,up', 'b,down', 'c,up'),
    },
    {
      series: [
        {
          list: [
            { key1: 'b', key2: 30, key3: 0, key4: [7] },
            { key1: 'a', key2: 20, key3: 10, key4: [5, 6.5] },
          ],
          other: [
            { name: 'up', value: 2 },
            { name: 'down', value: 1 },
          ],
        },
      ],
    },
  ],
  [
    'topology',
    `{ component: Topology, nodes: { csv: { file: services.csv, columns: { id: service, graphId: { constant: 1 },
      type: { map: kind, to: { app: 12, external: 17 } }, name: service,
      health: { map: state, to: { up: 0, degraded: 1, down: 2 } } } } },
      links: { csv: { file: calls.csv, window: { of: at, last: 12h }, columns: { from: caller, to: callee,
      respTime: { average: ms }, error: { percent: errors, of: requests }, maxThrought: { max: ms },
      response: { sum: requests } } } } }`,
    {
      'services.csv': lines('service,kind,state', 'a,app,up', 'b,external,down'),
      'calls.csv': lines(
        'at,caller,callee,ms,errors,requests',
        '2026-11-21 01:00,a,b,5,1,10',
        '2026-11-21 02:00,a,b,8,2,20',
      ),
    },
    {
      data: {
        nodeDataArray: [
          { id: 'a', graphId: 1, type: 12, info: { name: 'a', health: 0 } },
          { id: 'b', graphId: 1, type: 17, info: { name: 'b', health: 2 } },
        ],
        linkeDataArray: [{ from: 'a', to: 'b', respTime: 6.5, error: 10, maxThrought: 8, response: 30 }],
      },
    },
  ],
  [
    'funnel',
    `{ component: Funnel Chart, csv: { file: steps.csv, dates: seconds, window: time, columns: { name: step,
      value: { distinct: visitor }, color: { palette: ['#2f7ed8', '#1aadce'] } }, sort: -value } }`,
    {
      'steps.csv': lines(
        'time,step,visitor',
        '1795262000,pay,v1',
        '1795261000.5,visit,v1',
        '1795261001,visit,v2',
        '1795261002,visit,v2',
        '1795261003,cart,v3',
      ),
    },
    {
      series: [
        { name: 'visit', value: 2, color: '#2f7ed8' },
        { name: 'pay', value: 1, color: '#1aadce' },
        { name: 'cart', value: 1, color: '#2f7ed8' },
      ],
    },
  ],
  [
    'today',
    `{ component: Core Metrics, csv: [
      { file: orders.csv, window: { of: Created at, last: 24h }, columns: { name: { constant: Orders }, value: { count: rows } } },
      { file: orders.csv, window: { of: Created at, last: 24h }, columns: { name: { constant: Revenue }, unit: { constant: ¥ }, value: { sum: Amount } } },
      { file: orders.csv, window: { of: Created at, last: today }, columns: { name: { constant: Paid today }, unit: { constant: '%' }, value: { percent: rows, where: { Status: paid } } } } ] }`,
    { 'orders.csv': ORDERS },
    {
      series: [
        { name: 'Orders', value: 11 },
        { name: 'Revenue', unit: '¥', value: 102350.8 },
        { name: 'Paid today', unit: '%', value: 80 },
      ],
    },
  ],
];

test.each(examples)('the example %s of a selection gives the expected body', async (_, definition, files, body) => {
  expect(await feed(definition, files)).toMatchObject(body as object);
});
