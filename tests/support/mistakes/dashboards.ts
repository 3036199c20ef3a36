/** `check` must report the problem at this mark. It is removed before the file is written. */
export const MARK = '▶';

export type Severity = 'error' | 'warning' | 'note';

/** One mistake: the severity and the words of its only diagnostic, and the files. */
export type Mistake = readonly [
  title: string,
  severity: Severity,
  words: string,
  endpoints: string,
  files?: Readonly<Record<string, string>>,
];

const ORDERS = `create table orders (at timestamptz, channel text, amount numeric, note text, paid boolean);
insert into orders values (now(), 'web', 12, '7', true), (now(), 'shop', 8, 'seven', false);`;

export const seeded = (seed = ORDERS) => ({ 'data/orders.sql': seed });
export const EMPTY_ORDERS = seeded(ORDERS.split('\n')[0]);
export const TIDY_ORDERS = seeded(ORDERS.replace('seven', '9'));

export const map = (source: string) => `endpoints:\n  it: { component: Map, ${source} }`;
export const alarms = (source: string) => `endpoints:\n  it: { component: Alarm List 2, ${source} }`;
const bars = (source: string) => `endpoints:\n  it: { component: Color Bar Chart, ${source} }`;
export const hours = (source: string) =>
  `endpoints:\n  it: { component: 3D Bar Chart, options: { name: Orders }, ${source} }`;

export const ORDERS_SET = 'datasets: { orders: { sql: select * from orders } }\n';

export const SALES = 'Region,Channel,Amount\nNorth,Web,4\nSouth,Shop,5\nEast,Payments,7\nWest,Web,2\n';
export const sales = { 'data/sales.csv': SALES };
/** Uses all columns of sales.csv. */
export const SELECTED = 'file: sales.csv, where: { Channel: { blank: false } }';

const ITEMS = JSON.stringify({
  items: [
    { region: 'North', amount: 4 },
    { region: 'South', amount: 5 },
  ],
});
export const items = { 'data/items.json': ITEMS };

const twoDigits = (value: number) => String(value).padStart(2, '0');
export const written = (time: Date) =>
  `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())} ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
export const hoursAhead = (count: number) => written(new Date(Date.now() + count * 60 * 60_000));
const LATE = `At,Amount\n${hoursAhead(7)},4\n${hoursAhead(8)},5\n`;
export const late = { 'data/late.csv': LATE };

const TIMES = 'At,Amount\n2026-11-20 08:00,4\n';
export const times = { 'data/times.csv': TIMES };

export const guarded = (token: string) => `${alarms('csv: plain.csv')}\ntoken: ${token}`;
export const plain = { 'data/plain.csv': 'name,value,color\nNorth,4,\nSouth,5,\n' };
export const secrets = (text: string) => ({ ...plain, '.secrets.yml': text });

export const COLOURS = { 'data/states.csv': 'Name,State,Amount\na,up,1\nb,down,2\n' };
export const states = (color: string) =>
  bars(
    `csv: { file: states.csv, where: { State: { blank: false } }, columns: { name: Name, unit: { constant: t }, value: Amount, color: ${color} } }`,
  );

export const thrice = (source: string) =>
  `endpoints:\n${['one', 'two', 'three'].map((slug) => `  ${slug}: { component: Alarm List 2, ${source} }`).join('\n')}`;

export const manyRows = (row: string) => `name,value,color\n${`${row}\n`.repeat(40)}`;
