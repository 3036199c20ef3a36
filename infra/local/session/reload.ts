import { buildFunctions } from '../../build/build-functions.ts';
import type { DashboardFolder } from '../../dashboard/dashboard-folder.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { isSeed } from '../../dashboard/seeds/find-seeds.ts';
import { definitionOf } from '../package-deployment.ts';
import type { Stack } from '../start-stack.ts';
import { type Checked, checkFolder } from './check-folder.ts';
import { explainNothing } from './explain-head.ts';
import { formatLacking } from './format-lacking.ts';
import { print, printEndpoints } from './print-endpoints.ts';

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
    await stack.refresh(paths.some(isDataSeed));
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
    print(await formatLacking(dashboard));
  }
  served.now = next;
};

/** Checks the folder after a change, and serves its new definition. Calls must not overlap. */
export const reload = async (serving: Serving, paths: readonly string[]): Promise<void> => {
  const started = performance.now();
  try {
    const next = await checkFolder(serving.folder);
    if (next.dashboard.endpoints.length === 0) {
      print(next.report, `Not reloaded; the previous version is still served. ${explainNothing(next.dashboard)}`);
      return;
    }
    await update(serving, next, paths.includes('.secrets.yml'));
    print(`Reloaded ${paths.join(', ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`, next.report);
  } catch (error) {
    if (!serving.signal.aborted) print(`Not reloaded: ${(error as Error).message}`);
  }
};
