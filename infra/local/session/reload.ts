import { buildFunctions } from '../../build/bundling/build-functions.ts';
import { type LoadedDashboard, loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { endpointsOf, reportDiagnostics, reportList } from '../../dashboard/folder/diagnostic.ts';
import type { DashboardFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { isSeed } from '../../dashboard/sql/read-seeds.ts';
import { print } from '../../terminal/print.ts';
import { definitionOf } from '../package-deployment.ts';
import type { Stack } from '../start-stack.ts';
import { checkInThread } from './check-in-thread.ts';
import { explainNothing, formatLacking, printAll, printEndpoints, printReport } from './print-endpoints.ts';

/** A dashboard folder after its check. */
interface Checked {
  readonly dashboard: LoadedDashboard;
  /** The errors and warnings as text; empty if there are none. */
  readonly report: string;
  /** The endpoints with errors. */
  readonly faulty: ReadonlySet<string>;
}

/** Checks a dashboard folder. */
export const checkFolder = async ({ path, nameOf }: DashboardFolder): Promise<Checked> => {
  const found = await checkInThread(path);
  const dashboard = await loadDashboard(path);
  const faulty = new Set(found.errors.flatMap(endpointsOf));
  const report =
    found.errors.length > 0 ? reportDiagnostics({ ...found, notes: [] }, nameOf) : reportList(found.warnings, nameOf);
  return { dashboard, report, faulty };
};

/** A folder whose dashboard is being served. */
export interface Serving {
  readonly folder: DashboardFolder;
  readonly signal: AbortSignal;
  readonly stack: Stack;
  /** The beginning of the endpoints’ URLs, without a slash at its end. */
  readonly url: string;
  /** The dashboard as it is served now. */
  readonly served: { now: Checked };
}

/** Builds the functions of a dashboard, and returns the folder of their bundles. */
export const build = async ({ endpoints }: LoadedDashboard): Promise<string> => {
  const families = Array.from(new Set(endpoints.map(({ family }) => family)));
  return (await buildFunctions({ families })).folder;
};

const isDataSeed = (path: string): boolean => path.startsWith('data/') && isSeed(path);

/** Applies changed data, which endpoints then read at once. */
export const refresh = async ({ stack, signal }: Serving, paths: readonly string[]): Promise<void> => {
  try {
    await stack.refresh(paths.some(isDataSeed), paths);
  } catch (error) {
    if (!signal.aborted) print(`The data was not read again: ${(error as Error).message}`);
  }
};

/** Serves the changed definition. The stack already has the changed data. */
const update = async ({ stack, url, served }: Serving, next: Checked, secretsChanged: boolean): Promise<void> => {
  const { dashboard, faulty } = next;
  if (definitionOf(dashboard) !== definitionOf(served.now.dashboard)) {
    await build(dashboard);
    await stack.deploy(dashboard);
    await printEndpoints(dashboard, url, faulty);
  } else if (secretsChanged) {
    stack.restart();
    printAll(await formatLacking(dashboard));
  }
  stack.refuse(dashboard);
  served.now = next;
};

/** The most paths that one line names. */
const MAX_NAMED_PATHS = 8;

/** Names changed files, the first of them if there are many. */
export const listPaths = (paths: readonly string[]): string => {
  const rest = paths.length - MAX_NAMED_PATHS;
  const named = paths.slice(0, MAX_NAMED_PATHS).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
};

/** Checks the folder after a change, and serves its new definition. Calls must not overlap. */
export const reload = async (serving: Serving, paths: readonly string[]): Promise<void> => {
  const started = performance.now();
  try {
    const next = await checkFolder(serving.folder);
    if (next.dashboard.endpoints.length === 0) {
      printReport(next.report);
      print(`Not reloaded; the previous version is still served. ${explainNothing(next.dashboard)}`);
      return;
    }
    await update(serving, next, paths.includes('.secrets.yml'));
    print(`Reloaded ${listPaths(paths)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    printReport(next.report);
  } catch (error) {
    if (!serving.signal.aborted) print(`Not reloaded: ${(error as Error).message}`);
  }
};
