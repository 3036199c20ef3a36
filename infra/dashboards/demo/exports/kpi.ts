import { DAY_MS, draw, shopTime, slotsUntil } from './random.ts';

const DAY_COUNT = 30;

const rowAt = (slot: number): string => {
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
  ['Date,Visitors,Orders,Conversion %,Returns', ...slotsUntil(now, DAY_MS, DAY_COUNT).map(rowAt), ''].join('\r\n');
