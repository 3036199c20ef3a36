import { type Bodies, checkData } from '../dashboard/data/check-data.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { parseDuration } from '../dashboard/folder/duration.ts';
import { DEFAULT_REFRESH_MS, DEFAULT_SCREENS } from '../dashboard/head/watch.ts';
import { commandLine } from '../program/command-line.ts';
import type { Assumptions } from './assumptions.ts';
import { compareBudget } from './budget.ts';
import { changeEach, readSourceOptions } from './change-datasets.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { writeMoney } from './figures.ts';
import { choosePrices, type PriceList } from './price-list.ts';
import { assumeDashboard, openTimes, readAssumptions } from './read-assumptions.ts';
import { describeWall, type WallDataset } from './wall.ts';

export type CostOptions = Parameters<typeof readAssumptions>[0] & Parameters<typeof readSourceOptions>[0];

export interface CostInput {
  /** The dashboard has no errors. */
  readonly dashboard: LoadedDashboard;
  readonly options: CostOptions;
  readonly prices: PriceList;
  /** Only of endpoints whose rows are in data/. */
  readonly bodies: Bodies;
  readonly ofData: readonly Diagnostic[];
}

export const measureBodies = async (dashboard: LoadedDashboard): Promise<Pick<CostInput, 'bodies' | 'ofData'>> => {
  const bodies = new Map<string, number>();
  const ofData = await checkData(dashboard, undefined, (slug, bytes) => void bodies.set(slug, bytes));
  return { bodies, ofData };
};

const assumeTraffic = (
  { alarms, written }: LoadedDashboard,
  { screens, refresh }: CostOptions,
): Partial<Pick<Assumptions, 'screens' | 'refreshSeconds'>> => {
  const refreshMs = parseDuration(written.value.refresh) ?? alarms?.refreshMs ?? DEFAULT_REFRESH_MS;
  return {
    ...(screens === undefined && { screens: alarms?.screens ?? DEFAULT_SCREENS }),
    ...(refresh === undefined && { refreshSeconds: refreshMs / 1000 }),
  };
};

/** Options come first, then dashboard.yml, then the defaults. */
export const assume = (dashboard: LoadedDashboard, options: CostOptions): Assumptions => ({
  ...readAssumptions(options, dashboard.memory),
  ...assumeTraffic(dashboard, options),
  ...(options.hours === undefined && openTimes(dashboard)),
  ...assumeDashboard(dashboard),
});

export const estimateDashboard = async ({
  dashboard,
  options,
  prices,
  bodies,
}: Omit<CostInput, 'ofData'>): Promise<Estimate> => {
  const wall = readSourceOptions(options)(await describeWall(dashboard, bodies, options));
  return createEstimate(wall, assume(dashboard, options), prices);
};

export interface Range {
  /** The unknown inputs: the bytes that queries scan, the metrics that searches find, or both. */
  readonly unknown: 'scans' | 'searches' | 'both';
  readonly least: number;
  readonly most: number;
}

/** True if nobody says how many metrics the searches of CloudWatch find. */
const findsMany = (dataset: WallDataset): boolean =>
  dataset.metrics !== undefined && dataset.metrics.searches > 0 && dataset.found === undefined;

/**
 * Returns the range of an estimate whose queries through Athena may scan less than `scan` allows, or whose searches of
 * CloudWatch may find fewer metrics than they can; undefined if it says all that datasets read. The least is the cost if
 * Athena bills its minimum for each query, and each search finds one metric.
 */
export const rangeOf = ({ wall, assumptions, prices, total, datasets }: Estimate): Range | undefined => {
  const scans = datasets.some(({ isScanBound }) => isScanBound);
  const searches = datasets.some(findsMany);
  if (!scans && !searches) return undefined;
  const small = changeEach(wall, (dataset) => ({
    ...dataset,
    ...(dataset.isScanBound && { scannedBytes: 0 }),
    ...(findsMany(dataset) && { found: 1 }),
  }));
  const unknown = scans && searches ? 'both' : scans ? 'scans' : 'searches';
  return { unknown, least: createEstimate(small, assumptions, prices).total, most: total };
};

export const checkBudget = async (
  dashboard: LoadedDashboard,
  bodies: Promise<Bodies>,
): Promise<readonly Diagnostic[]> => {
  if (!dashboard.budget || dashboard.errors.length > 0) return [];
  const prices = await choosePrices(dashboard.region);
  const estimate = await estimateDashboard({ dashboard, options: {}, prices, bodies: await bodies });
  const budget = compareBudget(dashboard, estimate);
  if (!budget?.over) return [];
  const message =
    `\`budget.amount\` is ${writeMoney(budget.amount)} ${prices.currency} a month, and the estimate is ` +
    `${writeMoney(estimate.total)} ${prices.currency}`;
  const hint = `${commandLine('cost')} shows what costs how much, and what saves; or raise \`amount\``;
  return [dashboard.written.toDiagnostic({ path: ['budget', 'amount'], message, hint, severity: 'warning' })];
};
