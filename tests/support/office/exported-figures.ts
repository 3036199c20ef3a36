import { gzipSync } from 'node:zlib';
import { ago, dayAgo, HOUR_MS, lines, MONTHS, pick, rows, timeAgo, turned, two } from './write-rows.ts';

/** As an office or a service exports it, and what the first proposal of `init --from` must show. */
export interface ExportedFile {
  readonly kind: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly component: string;
  /** In their order. */
  readonly shows: readonly (string | number)[];
  readonly title?: string;
  readonly note?: string;
}

const FIGURE = 'Numeric Metric';

/** Creates a kind whose first proposal is one figure with its unit. Its title is the name of a column. */
const figure = (
  kind: string,
  name: string,
  content: string | Uint8Array,
  [value, unit, title]: readonly [number, string, string?],
  note?: string,
): ExportedFile => ({
  kind,
  name,
  content,
  component: FIGURE,
  shows: [value, unit],
  ...(title !== undefined && { title }),
  ...(note !== undefined && { note }),
});

const GERMAN_MONTHS = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'];

/** 订单号,日期,地区,金额 and three orders, in GB18030. */
const GB18030 =
  'b6a9b5a5bac52cc8d5c6da2cb5d8c7f82cbdf0b6ee0a41312c32303139c4ea3131d4c23230c8d52cb1b1bea92c3330302e35300a' +
  '41322c32303139c4ea3131d4c23230c8d52cc9cfbaa32c3430302e30300a41332c32303139c4ea3131d4c23231c8d52cb1b1bea92c3130302e30300a';

const ANALYTICS = lines(
  '# ----------------------------------------',
  '# Traffic acquisition',
  '# 20261101-20261120',
  '# ----------------------------------------',
  'Session source,Users,Sessions,Engagement rate,Average time,Total revenue',
  'google,"1,234","2,345",0.61,75.5,"12,345.50"',
  '(direct),"1,034","1,900",0.55,60.25,"8,100.00"',
  'newsletter,310,402,0.72,91,"1,020.75"',
);

export const FIGURE_FILES: readonly ExportedFile[] = [
  figure(
    'German sales list',
    'verkauf.csv',
    Buffer.from(
      rows(
        'Datum;Kunde;Stadt;Umsatz',
        12,
        (n) => `${turned(n, '.')};Kunde ${n};${pick(['Köln', 'Bonn'], n)};${n + 1}.200,50`,
      ),
      'latin1',
    ),
    [80_406, '', 'Umsatz'],
  ),
  figure(
    'German account statement',
    'kontoauszug.csv',
    lines(
      'Kontoauszug;;',
      'Buchungstag;Verwendungszweck;Betrag',
      ...Array.from({ length: 8 }, (_, n) => `${turned(n, '.')};Zahlung ${n};${n % 2 ? '-' : ''}1.0${n}0,00 €`),
    ),
    [-40, '€', 'Betrag'],
  ),
  figure(
    'pivot with subtotals',
    'subtotals.csv',
    lines(
      'Region,Shop,Sales',
      'North,A,10',
      'North,B,20',
      'North Total,,30',
      'South,C,5',
      'South Total,,5',
      'Grand Total,,35',
    ),
    [35, '', 'Sales'],
    "'North Total', 'South Total', 'Grand Total' of Region",
  ),
  figure(
    'totals row in German',
    'filialen.csv',
    lines('Filiale;Umsatz;Kosten', 'Köln;120,5;80', 'Bonn;99,5;70', 'Gesamt;220;150'),
    [220, '', 'Umsatz'],
    "'Gesamt' of Filiale",
  ),
  figure(
    'totals row below many rows',
    'long.csv',
    `${rows('Item,Amount', 700, (n) => `Item ${n},${n % 7}`)}Total,2100\r\n`,
    [2100, '', 'Amount'],
    "'Total' of Item",
  ),
  figure('Analytics export', 'analytics.csv', ANALYTICS, [21_466.25, '', 'Total revenue']),
  figure(
    'status codes in a log',
    'access-log.csv',
    rows(
      'time,method,path,status',
      30,
      (n) => `${timeAgo(n / 2)},GET,/page/${n % 4},${pick(['200', '404', '500'], n)}`,
    ),
    [30, 'rows'],
  ),
  figure('status codes with counts', 'responses.csv', lines('status,requests', '200,1180', '404,31', '500,4'), [
    1215,
    '',
    'requests',
  ]),
  figure(
    'users a day',
    'daily-users.csv',
    rows('Date,Users', 20, (n) => `${dayAgo(n)},${400 + 13 * n}`),
    [523.5, '', 'Users'],
  ),
  figure(
    'edges of a network',
    'edges.csv',
    lines('from,to,requests', 'web,orders,120', 'web,search,340', 'orders,payments,60', 'search,index,338'),
    [858, '', 'requests'],
  ),
  figure(
    'payments in one currency',
    'payments.csv',
    rows(
      'id,Created (UTC),Amount,Currency,Card Last4',
      24,
      (n) => `pi_${n},${timeAgo(n / 2)},"$${n + 1},0${two(n)}.50",usd,${4240 + n * 7}`,
    ),
    [300_288, '$', 'Amount'],
  ),
  {
    kind: 'Chinese orders in GB18030',
    name: '订单.csv',
    content: Buffer.from(GB18030, 'hex'),
    component: 'Map',
    title: '订单',
    shows: [800.5, '', '北京', 400.5, '上海', 400],
    note: 'no window holds rows now',
  },
  figure(
    'Chinese amounts with totals',
    '门店.csv',
    lines('门店,销售额,单价', '一店,3.5万,12.5', '二店,1.2万,13', '合计,4.7万,'),
    [47_000, '', '销售额'],
    "'合计' of 门店",
  ),
  figure('yuan in two forms', 'yuan.csv', lines('商品,金额', '甲,"¥1,200.00"', '乙,300元'), [1500, '¥', '金额']),
  {
    kind: 'rates and prices',
    name: 'products.csv',
    content: lines(
      'Product,unitPrice,Conversion rate,Category',
      'Lamp,$20.00,9.7 %,Home',
      'Desk,$250.00,3.1 %,Office',
      'Rug,$60.00,2.2 %,Home',
    ),
    component: 'Bar Chart',
    shows: ['Desk', 'Lamp', 'Rug', 'unitPrice', 250, 20, 60],
  },
  figure(
    'sensor log',
    'sensor.csv',
    rows(
      '# station 7\r\ntimestamp,temperature,humidity',
      40,
      (n) => `${ago(n * HOUR_MS)},${18 + (n % 5)},${40 + (n % 7)}`,
    ),
    [20, '', 'temperature'],
  ),
  figure('lengths of time', 'agents.csv', lines('Agent,Talk time', 'Ann,1:38:41', 'Bob,0:21:19'), [
    60,
    'min',
    'Talk time',
  ]),
  figure('latencies with units', 'latency.csv', lines('Endpoint,p95', '/cart,420 ms', '/pay,1.2 s', '/home,90 ms'), [
    570,
    'ms',
    'p95',
  ]),
  figure(
    'bank export with short years',
    'bank.csv',
    rows('Date,Description,Debit,Credit', 8, (n) => {
      const [year = '', month, day = ''] = dayAgo(n).split('-');
      return `${day}-${MONTHS[Number(month) - 1]}-${year.slice(2)},Item ${n},${n % 2 ? '' : `${n + 1}.50`},${n % 2 ? `${n * 10}.00` : ''}`;
    }),
    [18, '', 'Debit'],
  ),
  figure(
    'names of German months',
    'monate.csv',
    rows('Tag;Umsatz', 12, (n) => {
      const [year, month, day] = dayAgo(n * 28).split('-');
      return `${day}. ${GERMAN_MONTHS[Number(month) - 1]} ${year};${100 + n}`;
    }),
    [1266, '', 'Umsatz'],
  ),
  figure('merged cells', 'merged.csv', lines('Region,Shop,Sales', 'North,A,1', ',B,2', 'South,C,4', ',D,8'), [
    15,
    '',
    'Sales',
  ]),
  figure('words for missing values', 'hosts.csv', lines('Host,CPU %', 'a1,N/A', 'b1,12', 'c1,-', 'd1,44'), [
    28,
    '%',
    'CPU %',
  ]),
  figure(
    'tickets without quantities',
    'tickets.csv',
    rows(
      'Ticket,Opened,Priority,Subject',
      20,
      (n) => `T-${n},${timeAgo(n * 24)},${pick(['high', 'low'], n)},"Printer, floor ${n}"`,
    ),
    [20, 'rows'],
  ),
  figure(
    'survey scores',
    'survey.csv',
    rows(
      'Respondent,Department,Score,Year of birth,Zip',
      15,
      (n) => `${1 + n},${pick(['IT', 'HR'], n)},${1 + (n % 5)},${1970 + n},${10115 + n * 31}`,
    ),
    [3, '', 'Score'],
  ),
  figure(
    'weeks of ISO 8601',
    'weeks.csv',
    rows('Week,Orders,Returns', 8, (n) => `2019-W${39 + n},${100 + 3 * n},${n}`),
    [884, '', 'Orders'],
    'no window holds rows now',
  ),
  figure(
    'dates with two readings',
    'shifts.csv',
    rows('Date,Team,Units', 10, (n) => `0${1 + (n % 9)}/11/2026,${pick(['A', 'B'], n)},${5 + (n % 3)}`),
    [59, '', 'Units'],
    'write dates: dd/MM/yyyy or dates: MM/dd/yyyy',
  ),
  figure(
    'gzip with losses in parentheses and bars between cells',
    'ledger.csv.gz',
    gzipSync(lines('Account|Name|Balance', '4000|Sales|10,000.00', '6000|Rent|(8,624.00)', '6100|Fees|(5.50)')),
    [1370.5, '', 'Balance'],
  ),
];
