import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Estimate } from '../create-estimate.ts';
import { type CostOptions, estimateDashboard, measureBodies } from '../estimate-dashboard.ts';
import { addMoney, choosePrices, type PriceList } from '../price-list.ts';

/** The estimate of one dashboard folder. */
export interface WallCost {
  /** The folder as the user named it. */
  readonly folder: string;
  readonly dashboard: LoadedDashboard;
  readonly estimate: Estimate;
}

/** Everything besides the folders that decides the estimates of several walls. */
export interface WallOptions {
  readonly options: CostOptions;
  /** The price list that the user gives, for all walls. */
  readonly prices: PriceList | undefined;
  /** Converts the prices to the currency of the report. */
  readonly convert: (prices: PriceList) => PriceList;
}

/** Estimates a dashboard with its own screens, refresh, hours and region. */
export const estimateWall = async (
  folder: string,
  dashboard: LoadedDashboard,
  { options, prices, convert }: WallOptions,
): Promise<WallCost> => {
  const used = convert(prices ?? (await choosePrices(dashboard.region)));
  const { bodies } = await measureBodies(dashboard);
  return { folder, dashboard, estimate: await estimateDashboard({ dashboard, options, prices: used, bodies }) };
};

/** Returns the currency of the file of prices, before any conversion. */
const paidIn = ({ estimate: { prices } }: WallCost): string => prices.converted?.from ?? prices.currency;

/** Several walls, the dearest first, with their sum. */
export interface WallSum {
  readonly walls: readonly WallCost[];
  /** The sum of all walls. Absent if a wall is missing, or if the walls are paid in different currencies. */
  readonly total?: number;
  /** The reason why there is no sum. */
  readonly noSum?: string;
}

const listed = (names: readonly string[]): string => [...new Set(names)].toSorted().join(' and ');

/**
 * Adds up walls.
 * @param faulty number of folders that have no estimate.
 */
export const sumWalls = (costs: readonly WallCost[], faulty: number): WallSum => {
  const walls = costs.toSorted((a, b) => b.estimate.total - a.estimate.total);
  if (faulty > 0)
    return { walls, noSum: `${faulty} of ${faulty + costs.length} folders ${faulty === 1 ? 'has' : 'have'} errors` };
  const currencies = new Set(costs.map(paidIn));
  if (currencies.size > 1) return { walls, noSum: `the prices are in ${listed(costs.map(paidIn))}` };
  return { walls, total: addMoney(costs.map(({ estimate }) => estimate.total)) };
};

/** Returns a warning for each name that several dashboards have, because their stacks would be one. */
export const sameNames = (walls: readonly WallCost[]): readonly string[] =>
  Array.from(
    Map.groupBy(walls, ({ dashboard }) => dashboard.name),
    ([name, same]) => ({ name, same }),
  )
    .filter(({ same }) => same.length > 1)
    .map(({ name, same }) => {
      const folders = listed(same.map(({ folder }) => folder));
      return `warning: the dashboards in ${folders} have one name, ${name}: one of them would replace the other`;
    });

/** Returns the sums of walls by the values of a tag; those without the tag have an empty value. */
export const sumByTag = (walls: readonly WallCost[], tag: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(walls, ({ dashboard }) => dashboard.tags?.[tag] ?? ''),
      ([value, same]) => [value, addMoney(same.map(({ estimate }) => estimate.total))] as const,
    ).toSorted(([, a], [, b]) => b - a),
  );

/** Returns the total of twelve months of all walls, and the days that they count, if the walls agree on them. */
export const yearOfWalls = (walls: readonly WallCost[], total: number) => {
  const days = new Set(walls.map(({ estimate }) => estimate.assumptions.daysAMonth * 12));
  return { total: addMoney([12 * total]), days: days.size === 1 ? [...days][0] : null };
};
