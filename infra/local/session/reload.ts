import { buildFunctions } from '../../build/bundling/build-functions.ts';
import { type LoadedDashboard, loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { type Diagnostic, endpointsOf, reportDiagnostics, reportList } from '../../dashboard/folder/diagnostic.ts';
import type { DashboardFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { isSeed } from '../../dashboard/sql/read-seeds.ts';
import { print } from '../../terminal/print.ts';
import { definitionOf } from '../package-deployment.ts';
import type { Stack } from '../start-stack.ts';
import { checkInThread } from './check-in-thread.ts';
import { areSameErrors, findNewErrors } from './new-errors.ts';
import { explainNothing, formatLacking, printAll, printEndpoints, printReport } from './print-endpoints.ts';
import { findReserved } from './reserved-paths.ts';

interface Checked {
  readonly dashboard: LoadedDashboard;
  /** Errors and warnings as text; empty if there are none. */
  readonly report: string;
  readonly errors: readonly Diagnostic[];
  readonly faulty: ReadonlySet<string>;
}

export const checkFolder = async ({ path, nameOf }: DashboardFolder): Promise<Checked> => {
  const found = await checkInThread(path);
  const dashboard = await loadDashboard(path);
  const faulty = new Set(found.errors.flatMap(endpointsOf));
  const report =
    found.errors.length > 0 ? reportDiagnostics({ ...found, notes: [] }, nameOf) : reportList(found.warnings, nameOf);
  return { dashboard, report, errors: found.errors, faulty };
};

export interface Served {
  now: Checked;
  /** The new errors of a later version, which is not served because of them. Empty if the newest version is served. */
  rejected: readonly Diagnostic[];
}

export interface Serving {
  readonly folder: DashboardFolder;
  readonly signal: AbortSignal;
  readonly stack: Stack;
  /** The beginning of the URLs that people read, without a slash at its end. */
  readonly shown: string;
  readonly reserved: readonly string[];
  readonly served: Served;
}

/** Returns the folder of the bundles. */
export const build = async ({ endpoints }: LoadedDashboard): Promise<string> => {
  const families = Array.from(new Set(endpoints.map(({ family }) => family)));
  return (await buildFunctions({ families })).folder;
};

const isDataSeed = (path: string): boolean => path.startsWith('data/') && isSeed(path);

/** Endpoints read changed data at once. */
export const refresh = async ({ stack, signal }: Serving, paths: readonly string[]): Promise<void> => {
  try {
    await stack.refresh(paths.some(isDataSeed), paths);
  } catch (error) {
    if (!signal.aborted) print(`The data was not read again: ${(error as Error).message}`);
  }
};

/** Serves the changed definition. The stack already has the changed data. */
const update = async (
  { stack, shown, served, reserved }: Serving,
  next: Checked,
  secretsChanged: boolean,
): Promise<void> => {
  const { dashboard, faulty } = next;
  const problem = findReserved(dashboard, reserved);
  if (problem !== undefined) throw new Error(problem);
  if (definitionOf(dashboard) !== definitionOf(served.now.dashboard)) {
    await build(dashboard);
    await stack.deploy(dashboard);
    await printEndpoints(dashboard, shown, faulty);
  } else if (secretsChanged) {
    stack.restart();
    printAll(await formatLacking(dashboard));
  }
  stack.refuse(dashboard);
  served.now = next;
  served.rejected = [];
};

const MAX_NAMED_PATHS = 8;

export const listPaths = (paths: readonly string[]): string => {
  const rest = paths.length - MAX_NAMED_PATHS;
  const named = paths.slice(0, MAX_NAMED_PATHS).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
};

const printReloaded = (paths: readonly string[], started: number): void =>
  print(`Reloaded ${listPaths(paths)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);

/** Files that hold figures or secrets. All other files of the folder define the dashboard. */
const IS_DATA = /^(?:data\/|\.secrets\.yml$)/;

/**
 * True if the served version is kept: the folder has an error that this version does not have, in its definition or
 * because a file is missing. Faulty figures alone are no reason, because their endpoints say so.
 */
const isRejected = ({ served: { now } }: Serving, next: Checked, paths: readonly string[]): boolean => {
  if (next.dashboard.endpoints.length === 0) return true;
  if (findNewErrors(next.errors, now.errors).length === 0) return false;
  return paths.some((path) => !IS_DATA.test(path)) || definitionOf(next.dashboard) !== definitionOf(now.dashboard);
};

const explainRejected = (dashboard: LoadedDashboard, count: number): string => {
  if (dashboard.endpoints.length === 0) return explainNothing(dashboard);
  return count === 1 ? '1 error is new: correct it first.' : `${count} errors are new: correct them first.`;
};

/** Keeps the served version, and says why unless the last change was rejected for the same errors. */
const reject = ({ served }: Serving, next: Checked, paths: readonly string[], started: number): void => {
  const found = findNewErrors(next.errors, served.now.errors);
  const isKnown = areSameErrors(found, served.rejected) && paths.every((path) => IS_DATA.test(path));
  served.rejected = found;
  if (isKnown) {
    printReloaded(paths, started);
    return;
  }
  printReport(next.report);
  const reason = explainRejected(next.dashboard, found.length);
  print(`Not reloaded; the previous version is still served. ${reason}`);
};

/** Calls must not overlap. */
export const reload = async (serving: Serving, paths: readonly string[]): Promise<void> => {
  const started = performance.now();
  try {
    const next = await checkFolder(serving.folder);
    if (isRejected(serving, next, paths)) {
      reject(serving, next, paths, started);
      return;
    }
    await update(serving, next, paths.includes('.secrets.yml'));
    printReloaded(paths, started);
    printReport(next.report);
  } catch (error) {
    if (!serving.signal.aborted) print(`Not reloaded: ${(error as Error).message}`);
  }
};
