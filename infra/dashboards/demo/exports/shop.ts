import { DAY_MS, draw, HOUR_MS, MINUTE_MS, pick, shopHour, shopTime, slotsUntil } from './random.ts';

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

/** Returns the number of orders a minute, which depends on the hour of the day. */
const chanceAt = (milliseconds: number): number =>
  0.7 + 0.25 * Math.sin(((shopHour(milliseconds) - 10) / 12) * Math.PI);

const regionOf = (slot: number): string => pick(draw(slot, 4) < 0.08 ? FAR_REGIONS : REGIONS, slot, 5);

/** Writes an amount as office software does: `"1,299.00"`. */
const money = (amount: number): string => {
  const text = amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
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

/** The steps of a visit, and the share of visitors who go on from each. */
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
