import { join } from 'node:path';
import { writeFileWhole } from '../../../program/write-files.ts';
import { DAY_MS, draw, HOUR_MS, MINUTE_MS, pick, shopHour, shopTime, slotsUntil } from './shop-slots.ts';

const ORDER_COUNT = 5_000;

const ORDER_HEADER =
  'Order,Created at,Status,Channel,Region,Category,Product,Quantity,Unit price,Amount,Currency,Customer,Payment,Note';

const STATUSES = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'pending', 'pending', 'cancelled', 'refunded'];
const CHANNELS = ['Own shop', 'Own shop', 'Own shop', 'Marketplace', 'Marketplace', 'Live stream'];
const REGIONS = ['East', 'East', 'East', 'East', 'South', 'South', 'South', 'North', 'North', 'Central', 'West'];
const FAR_REGIONS = ['Northeast', 'Overseas'];
const PAYMENTS = ['Alipay', 'Alipay', 'WeChat Pay', 'WeChat Pay', 'UnionPay', 'Card'];
const NOTES = ['', '', '', '', '', '', 'gift', '"Ring twice, please"', '"Leave it at the ""blue"" door"'];

/** The products. One name has an inch mark, which office software writes without quoting the cell. */
const PRODUCTS: readonly (readonly [category: string, product: string, price: number])[] = [
  ['Clothing', 'Rain jacket', 459],
  ['Clothing', 'Wool socks', 39.9],
  ['Clothing', 'Running shoes', 620],
  ['Home', 'Desk lamp', 189],
  ['Home', 'Tea set', 268.5],
  ['Electronics', 'Monitor 27"', 1299],
  ['Electronics', 'Headphones', 799],
  ['Toys', 'Wooden train', 149],
];

const chanceAt = (milliseconds: number): number =>
  0.7 + 0.25 * Math.sin(((shopHour(milliseconds) - 10) / 12) * Math.PI);

const regionOf = (slot: number): string => pick(draw(slot, 4) < 0.08 ? FAR_REGIONS : REGIONS, slot, 5);

const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** As office software does: `"1,299.00"`. */
const money = (amount: number): string => {
  const text = AMOUNT.format(amount);
  return text.includes(',') ? `"${text}"` : text;
};

const orderAt = (slot: number): string => {
  const [category, product, price] = pick(PRODUCTS, slot, 6);
  const quantity = pick([1, 1, 1, 2, 3], slot, 7);
  const createdAt = shopTime(slot * MINUTE_MS + Math.floor(draw(slot, 2) * MINUTE_MS));
  return [
    `W${slot}`,
    createdAt,
    pick(STATUSES, slot, 3),
    pick(CHANNELS, slot, 8),
    regionOf(slot),
    category,
    product,
    quantity,
    money(price),
    money(price * quantity),
    'CNY',
    `C${1000 + Math.floor(draw(slot, 9) * 1800)}`,
    pick(PAYMENTS, slot, 10),
    pick(NOTES, slot, 11),
  ].join(',');
};

/** Writes the order list of the shop's system: the last 5 000 orders before `now`, about four days. */
export const writeOrders = (now: number): string => {
  const rows: string[] = [];
  for (let slot = Math.floor(now / MINUTE_MS) - 1; rows.length < ORDER_COUNT; slot--) {
    if (draw(slot, 1) < chanceAt(slot * MINUTE_MS)) rows.push(orderAt(slot));
  }
  return `\uFEFF${[ORDER_HEADER, ...rows.reverse(), ''].join('\r\n')}`;
};

const DAY_COUNT = 30;

const dayAt = (slot: number): string => {
  const visitors = Math.round(21_000 + 6_000 * Math.sin((slot / 7) * 2 * Math.PI) + draw(slot, 1) * 2_000);
  const conversion = 2.4 + draw(slot, 2) * 1.2;
  const orders = Math.round((visitors * conversion) / 100);
  const date = shopTime(slot * DAY_MS)
    .slice(0, 10)
    .replaceAll('-', '/');
  return [date, `"${visitors.toLocaleString('en')}"`, orders, `${conversion.toFixed(2)}%`, 12 + (slot % 9)].join(',');
};

/** Writes a daily sheet: one row a day with each figure in a column of its own. */
export const writeKpi = (now: number): string =>
  ['Date,Visitors,Orders,Conversion %,Returns', ...slotsUntil(now, DAY_MS, DAY_COUNT).map(dayAt), ''].join('\r\n');

const VISIT_SLOTS = (26 * HOUR_MS) / MINUTE_MS;

const STEPS: readonly (readonly [step: string, goesOn: number])[] = [
  ['Visit', 0.7],
  ['Product', 0.45],
  ['Basket', 0.6],
  ['Order', 0],
];

const visitOf = (slot: number): readonly string[] => {
  const visitor = `v${Math.floor(draw(slot, 1) * 900)}`;
  const rows: string[] = [];
  let at = slot * 60 + Math.floor(draw(slot, 2) * 20);
  for (const [place, [step, goesOn]] of STEPS.entries()) {
    rows.push([(at + draw(slot, 30 + place)).toFixed(3), visitor, step].join('\t'));
    if (draw(slot, 10 + place) >= goesOn) break;
    at += 5 + Math.floor(draw(slot, 20 + place) * 8);
  }
  return rows;
};

/** Writes the log of the shop's pages: the steps of each visitor, in seconds since 1970, separated by tabs. */
export const writeSteps = (now: number): string =>
  ['time\tvisitor\tstep', ...slotsUntil(now - MINUTE_MS, MINUTE_MS, VISIT_SLOTS).flatMap(visitOf), ''].join('\n');

const FIRST_BYTE = 0x81;
const LAST_BYTE = 0xfe;
const FIRST_SECOND_BYTE = 0x40;

/** Creates the table of characters that GB18030 writes as two bytes. Node has a decoder for GB18030 but no encoder. */
const createTable = (): ReadonlyMap<string, readonly [number, number]> => {
  const decoder = new TextDecoder('gb18030');
  const table = new Map<string, readonly [number, number]>();
  for (let first = FIRST_BYTE; first <= LAST_BYTE; first++) {
    for (let second = FIRST_SECOND_BYTE; second <= LAST_BYTE; second++) {
      const text = decoder.decode(Uint8Array.of(first, second));
      if (text.length === 1 && text !== '\uFFFD') table.set(text, [first, second]);
    }
  }
  return table;
};

/** @throws Error for a character that GB18030 writes as four bytes. */
export const encodeGb18030 = (text: string): Uint8Array => {
  const table = createTable();
  const bytes = [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? [code] : table.get(character);
    if (!pair) throw new Error(`${character} is not written as two bytes`);
    return pair;
  });
  return Uint8Array.from(bytes);
};

const ALARM_STEP_MS = 17 * MINUTE_MS;
const ALARM_COUNT = 120;

const ALARM_HEADER = '编号,发生时间,主机,级别,告警,确认,负责人';

const ALARMS: readonly (readonly [severity: string, host: string, message: string])[] = [
  ['严重', '支付网关', '响应超时'],
  ['严重', '订单数据库', '磁盘使用率超过 90%'],
  ['警告', '搜索服务', '索引延迟 5 分钟'],
  ['警告', '商城前台', '图片加载缓慢'],
  ['恢复', '库存服务', '副本已同步'],
];

const PEOPLE = ['王芳', '李强', '张敏'];

/** Writes `20/11/2026 08:31`, as the exporting system does. */
const dayFirst = (milliseconds: number): string => {
  const [year, month, day, time] = shopTime(milliseconds).split(/[- ]/);
  return `${day}/${month}/${year} ${time?.slice(0, 5)}`;
};

const alarmAt = (slot: number): string => {
  const [severity, host, message] = pick(ALARMS, slot, 1);
  const confirmed = draw(slot, 2) < 0.7 ? '是' : '';
  return [slot, dayFirst(slot * ALARM_STEP_MS), host, severity, message, confirmed, pick(PEOPLE, slot, 3)].join(',');
};

export const writeAlarms = (now: number): Uint8Array =>
  encodeGb18030([ALARM_HEADER, ...slotsUntil(now, ALARM_STEP_MS, ALARM_COUNT).map(alarmAt), ''].join('\r\n'));

const HOST_STEP_MS = 5 * MINUTE_MS;
const HOST_SLOTS = (26 * HOUR_MS) / HOST_STEP_MS;

const HOSTS = ['a1', 'a2', 'b1'];
const HOST_HEADER = 'timestamp;host;cpu;memory;disk;net in;net out;load1;load5;open files;temperature';

const hostAt = (slot: number, host: string, place: number): string => {
  const noise = (salt: number): number => draw(slot, salt + place * 20);
  const load = 0.45 + 0.25 * Math.sin(((shopHour(slot * HOST_STEP_MS) - 9) / 12) * Math.PI) + place * 0.05;
  const cells = [
    load * 100 + noise(1) * 8,
    52 + place * 6 + noise(2) * 5,
    61.4 + place,
    load * 90 + noise(3) * 20,
    load * 40 + noise(4) * 10,
    load * 6 + noise(5),
    load * 5.5 + noise(6) * 0.5,
  ].map((value) => value.toFixed(1));
  const files = Math.round(900 + load * 400 + noise(7) * 60);
  const temperature = (38 + load * 20 + noise(8) * 2).toFixed(1);
  return [shopTime(slot * HOST_STEP_MS), host, ...cells, files, temperature, ''].join(';');
};

/** Writes a log of the servers: a row every five minutes for each host, with a delimiter at the end of each row. */
export const writeHosts = (now: number): string => {
  const rows = slotsUntil(now, HOST_STEP_MS, HOST_SLOTS).flatMap((slot) =>
    HOSTS.map((host, place) => hostAt(slot, host, place)),
  );
  return [HOST_HEADER, ...rows, ''].join('\n');
};

const CALL_STEP_MS = 10 * MINUTE_MS;
const CALL_SLOTS = (26 * HOUR_MS) / CALL_STEP_MS;

const CALL_HEADER = 'at,caller,callee,protocol,requests,errors,ms';

const LINKS: readonly (readonly [caller: string, callee: string, protocol: string, requests: number, ms: number])[] = [
  ['storefront', 'search', 'HTTP', 3100, 88],
  ['storefront', 'basket', 'HTTP', 1900, 61],
  ['basket', 'stock', 'gRPC', 1500, 47],
  ['basket', 'checkout', 'HTTP', 640, 215],
  ['checkout', 'payment', 'HTTP', 420, 318],
  ['checkout', 'couriers', 'HTTP', 380, 402],
];

const callsAt = (slot: number): readonly string[] =>
  LINKS.map(([caller, callee, protocol, usual, usualMs], place) => {
    const load = 1 + 0.4 * Math.sin(((shopHour(slot * CALL_STEP_MS) - 9) / 12) * Math.PI) + draw(slot, place) * 0.2;
    const requests = Math.round(usual * load);
    const errors = Math.round(requests * draw(slot, place + 20) * 0.02);
    const ms = Math.round(usualMs * (0.85 + 0.3 * load));
    return [shopTime(slot * CALL_STEP_MS).slice(0, 16), caller, callee, protocol, requests, errors, ms].join(',');
  });

/** Writes the calls between the services: a row every ten minutes for each pair. */
export const writeCalls = (now: number): string =>
  [CALL_HEADER, ...slotsUntil(now, CALL_STEP_MS, CALL_SLOTS).flatMap(callsAt), ''].join('\n');

const EXPORTS: Readonly<Record<string, (now: number) => string | Uint8Array>> = {
  'orders.csv': writeOrders,
  'hosts-wide.csv': writeHosts,
  'alarms-gbk.csv': writeAlarms,
  'calls.csv': writeCalls,
  'steps.csv': writeSteps,
  'kpi.csv': writeKpi,
};

/** Writes rows that depend on nothing but their time, so a later export repeats the rows of an earlier one. */
export const writeExports = async (folder: string, now: number): Promise<void> => {
  await Promise.all(Object.entries(EXPORTS).map(([name, write]) => writeFileWhole(join(folder, name), write(now))));
};
