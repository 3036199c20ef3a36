import { draw, MINUTE_MS, pick, shopHour, shopTime } from './random.ts';

const ROW_COUNT = 5_000;

const HEADER =
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

const rowOf = (slot: number): string => {
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
  for (let slot = Math.floor(now / MINUTE_MS) - 1; rows.length < ROW_COUNT; slot--) {
    if (draw(slot, 1) < chanceAt(slot * MINUTE_MS)) rows.push(rowOf(slot));
  }
  return `\uFEFF${[HEADER, ...rows.reverse(), ''].join('\r\n')}`;
};
