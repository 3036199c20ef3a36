import { glob, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type LoadedDashboard, loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { reportDiagnostics } from '../../dashboard/folder/diagnostic.ts';
import { invocationFolder, resolveDashboardFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import type { Estimate } from '../create-estimate.ts';
import { type CostOptions, estimateDashboard, measureBodies } from '../estimate-dashboard.ts';
import { addMoney, choosePrices, type PriceList, UnknownPriceError } from '../price-list.ts';

export interface WallCost {
  /** As the user named it. */
  readonly folder: string;
  readonly dashboard: LoadedDashboard;
  readonly estimate: Estimate;
}

export interface WallOptions {
  readonly options: CostOptions;
  /** Undefined if the user gives none. */
  readonly prices: PriceList | undefined;
  readonly convert: (prices: PriceList) => PriceList;
}

const estimateWall = async (
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

/** The dearest first. */
export interface WallSum {
  readonly walls: readonly WallCost[];
  /** Absent if a wall is missing, or if the walls are paid in different currencies. */
  readonly total?: number;
  readonly noSum?: string;
}

const listed = (names: readonly string[]): string => [...new Set(names)].toSorted().join(' and ');

/** @param faulty number of folders that have no estimate. */
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

/** Walls without the tag have an empty value. */
export const sumByTag = (walls: readonly WallCost[], tag: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(walls, ({ dashboard }) => dashboard.tags?.[tag] ?? ''),
      ([value, same]) => [value, addMoney(same.map(({ estimate }) => estimate.total))] as const,
    ).toSorted(([, a], [, b]) => b - a),
  );

/** Returns undefined unless the walls agree on the days. */
export const yearOfWalls = (walls: readonly WallCost[], total: number) => {
  const days = new Set(walls.map(({ estimate }) => estimate.assumptions.daysAMonth * 12));
  return { total: addMoney([12 * total]), days: days.size === 1 ? [...days][0] : null };
};

/** Returns the paths that a word names. A shell of Windows leaves patterns such as `walls/*` to the command. */
const expand = async (word: string): Promise<readonly string[]> => {
  if (!/[*?[]/.test(word)) return [word];
  const found = await Array.fromAsync(glob(word.replaceAll('\\', '/'), { cwd: invocationFolder() }));
  return found.toSorted();
};

const kindOf = async (path: string): Promise<'folder' | 'file' | 'nothing'> => {
  const found = await stat(resolve(invocationFolder(), path)).catch(() => undefined);
  return found ? (found.isDirectory() ? 'folder' : 'file') : 'nothing';
};

/**
 * Returns the folders that words and patterns name, each once. Files beside the folders are left out, because a pattern
 * such as `walls/*` names them too.
 * @throws Error with a message for the user if a word names nothing.
 */
export const findFolders = async (words: readonly string[]): Promise<readonly string[]> => {
  const folders = new Set<string>();
  for (const word of words) {
    const paths = await expand(word);
    const kinds = await Promise.all(paths.map(kindOf));
    if (kinds.includes('nothing')) throw new Error(`the folder ${word} does not exist`);
    for (const [index, path] of paths.entries()) if (kinds[index] === 'folder') folders.add(path);
  }
  if (folders.size === 0)
    throw new Error(`no folder is named by ${words.join(' ')}: name folders of dashboards, such as walls/*`);
  return [...folders];
};

interface ReadWalls {
  readonly walls: readonly WallCost[];
  readonly faults: readonly string[];
}

const readWall = async (folder: string, options: WallOptions): Promise<WallCost | string> => {
  const { path, nameOf } = resolveDashboardFolder(folder);
  const dashboard = await loadDashboard(path);
  if (dashboard.errors.length > 0) return `${folder}: ${reportDiagnostics(dashboard, nameOf)}`;
  return estimateWall(folder, dashboard, options).catch((error) => {
    if (error instanceof UnknownPriceError) return `${folder}: ${error.message}`;
    throw error;
  });
};

export const readWalls = async (folders: readonly string[], options: WallOptions): Promise<ReadWalls> => {
  const read: (WallCost | string)[] = [];
  for (const folder of folders) read.push(await readWall(folder, options));
  return {
    walls: read.filter((one) => typeof one !== 'string'),
    faults: read.filter((one) => typeof one === 'string'),
  };
};
