const DAY_SECONDS = 86_400;

/** Rows a day. With the days of `write-lake.ts` they are a million. */
const ORDERS_A_DAY = 50_000;
const VISITS_A_DAY = 25_000;

/** Returns a number from 0 to 1 that depends on the row and the salt alone. */
const chance = (salt: number): string => `(hash(id, ${salt}) % 1000000 / 1e6)`;

/** Returns one of the values. The first ones are more frequent. */
const pick = (values: readonly string[], salt: number): string => {
  const list = values.map((value) => `'${value}'`).join(', ');
  return `[${list}][1 + floor(pow(${chance(salt)}, 1.4) * ${values.length})::int]`;
};

/** A second of the day: a quarter of the rows at any time, the others around the afternoon. */
const SECOND = `floor(${DAY_SECONDS} * case when ${chance(1)} < 0.25 then ${chance(2)}
  else 0.35 + 0.6 * (${chance(2)} + ${chance(3)}) / 2 end)::bigint`;

const REGIONS = ['North', 'West', 'Central', 'South', 'East', 'Islands'];
const CHANNELS = ['web', 'app', 'store', 'partner'];
const CATEGORIES = ['Coffee', 'Tea', 'Kitchen', 'Books', 'Garden', 'Toys'];
const DEVICES = ['phone', 'laptop', 'tablet'];
const SOURCES = ['search', 'newsletter', 'direct', 'social', 'adverts', 'partners'];
const STEPS = ['Home', 'Article', 'Basket', 'Address', 'Payment'];

/** Rows of a day with an id, and their time. `day` is `2026-11-20`. */
const rowsOf = (day: string, count: number): string => `
  select id, timestamp '${day}' + to_seconds(${SECOND}) as "at"
  from (select epoch(date '${day}')::bigint // ${DAY_SECONDS} * 100000 + i as id from range(${count}) t(i))`;

/** Returns a query of DuckDB for the orders of a day up to a time. */
export const ordersOf = (day: string, until: string): string => `
  select id, "at", ${pick(REGIONS, 4)} as region, ${pick(CHANNELS, 5)} as channel, ${pick(CATEGORIES, 6)} as category,
    1 + floor(3 * pow(${chance(7)}, 2))::int as quantity,
    (4 + 80 * pow(${chance(8)}, 3) + 6 * ${chance(9)})::decimal(10, 2) as amount,
    case when ${chance(10)} < 0.03 then 'cancelled' when ${chance(10)} < 0.07 then 'refunded' else 'paid' end as status,
    (hash(id, 11) % 40000)::bigint as customer
  from (${rowsOf(day, ORDERS_A_DAY)}) where "at" <= timestamp '${until}' order by "at"`;

/** Returns a query of DuckDB for the page views of a day up to a time. Later steps have fewer. */
export const visitsOf = (day: string, until: string): string => `
  select id, "at", (hash(id, 11) % 30000)::bigint as visitor, [${STEPS.map((step) => `'${step}'`).join(', ')}][rank] as step,
    rank, ${pick(DEVICES, 5)} as device, ${pick(SOURCES, 6)} as source,
    round(5 + rank * 8 + 60 * pow(${chance(8)}, 3), 1) as seconds
  from (select *, 1 + floor(${STEPS.length} * pow(${chance(4)}, 2.2))::int as rank from (${rowsOf(day, VISITS_A_DAY)}))
  where "at" <= timestamp '${until}' order by "at"`;
