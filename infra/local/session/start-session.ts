import { buildFunctions } from '../../build/build-functions.ts';
import { checkDashboard } from '../../dashboard/check-dashboard.ts';
import type { DashboardFolder } from '../../dashboard/dashboard-folder.ts';
import { type Diagnostic, formatDiagnostic } from '../../dashboard/diagnostic.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { reportDiagnostics, reportWarnings } from '../../dashboard/report-diagnostics.ts';
import { isSeed } from '../../dashboard/seeds/find-seeds.ts';
import { lakeDatasetsOf } from '../../stack/sources.ts';
import { step } from '../../terminal/step.ts';
import { DUCKDB_MB, installDuckDb } from '../emulators/athena/duckdb.ts';
import type { Gateway } from '../gateway/create-gateway.ts';
import { definitionOf, type Stack, startStack } from '../start-stack.ts';
import { createCurl } from './create-curl.ts';
import { explainNothing, formatReplaced } from './explain-head.ts';
import { formatEndpoints, formatMissing } from './format-endpoints.ts';
import { formatLacking } from './format-lacking.ts';
import { formatLogLine } from './format-log-line.ts';

export interface SessionOptions {
  readonly folder: DashboardFolder;
  readonly gateway: Gateway;
  /** Opens the gateway's port. Called once an endpoint can be served. */
  readonly listen: () => Promise<{ readonly url: string } | { readonly problem: string }>;
  /** Called once the endpoints are served, before they are printed. */
  readonly onServing?: (served: ServedDashboard) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A dashboard whose endpoints answer. */
export interface ServedDashboard {
  /** The beginning of the endpoints’ URLs, without a slash at its end. */
  readonly url: string;
  /** Returns the dashboard as it is served now. */
  readonly dashboard: () => LoadedDashboard;
}

/** A dashboard being served. */
export interface Session {
  /** Prints a curl command for an endpoint, with a currently valid digest. */
  printCurl(): Promise<void>;
  /** Applies changed data, which endpoints then read at once. */
  refresh(paths: readonly string[]): Promise<void>;
  /** Checks the folder after a change, and serves its new definition. Calls must not overlap. */
  reload(paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface Checked {
  readonly dashboard: LoadedDashboard;
  /** The errors and warnings as text; empty if there are none. */
  readonly report: string;
  /** The endpoints with errors. */
  readonly faulty: ReadonlySet<string>;
}

const check = async ({ path, nameOf }: DashboardFolder): Promise<Checked> => {
  const { dashboard, errors, warnings } = await checkDashboard(path);
  const faulty = new Set(errors.flatMap(({ endpoint }) => endpoint ?? []));
  const report = errors.length > 0 ? reportDiagnostics({ errors, warnings }, nameOf) : reportWarnings(warnings, nameOf);
  return { dashboard, report, faulty };
};

const build = async ({ endpoints }: LoadedDashboard): Promise<string> => {
  const families = Array.from(new Set(endpoints.map(({ family }) => family)));
  return (await buildFunctions({ families })).folder;
};

const isDataSeed = (path: string): boolean => path.startsWith('data/') && isSeed(path);

/** Formats an error in a database seed on one line, with its consequence. */
const formatSeedError = ({ message, cause }: Error, meaning: string, nameOf: (file: string) => string): string => {
  if (!cause || !Object.hasOwn(cause, 'line')) return `The local database cannot be seeded: ${message} (${meaning})`;
  const diagnostic = cause as Diagnostic;
  return formatDiagnostic({ ...diagnostic, hint: `correct it here; ${meaning}` }, nameOf(diagnostic.file));
};

const print = (...texts: readonly (string | undefined)[]): void => {
  for (const text of texts) if (text) console.log(text);
};

const INSTALLING = `Installing DuckDB, ${DUCKDB_MB} MB, on which the local Athena runs. This is done once.`;

const hasLake = (dashboard: LoadedDashboard): boolean => lakeDatasetsOf(dashboard).length > 0;

const LAKE = 'Athena is emulated by DuckDB, with the CSV and Parquet files of data/ as its tables.';

/** Prints the endpoints that are served, and where they differ from the file. */
const printEndpoints = async (dashboard: LoadedDashboard, url: string, faulty: ReadonlySet<string>): Promise<void> => {
  const lake = hasLake(dashboard) ? LAKE : undefined;
  const table = `\n${formatEndpoints(dashboard, url, faulty)}\n`;
  print(table, formatMissing(dashboard), formatReplaced(dashboard), lake, await formatLacking(dashboard));
};

const NO_CURL = 'No example: none of the secrets is in .secrets.yml or in the environment.';

/** Checks, builds, packages and serves a dashboard folder. Returns an error in one line if nothing can be served. */
export const startSession = async ({
  folder,
  gateway,
  listen,
  onServing = async () => undefined,
  signal,
}: SessionOptions): Promise<Session | { readonly problem: string }> => {
  const first = await step(`Checking ${folder.nameOf(folder.path)}`, () => check(folder), { signal });
  print(first.report);
  if (first.dashboard.endpoints.length === 0) return { problem: explainNothing(first.dashboard) };
  let { dashboard, faulty } = first;

  if (hasLake(first.dashboard)) await installDuckDb(() => print(INSTALLING));
  const bundles = await step('Building the functions', () => build(dashboard), { signal });
  signal.throwIfAborted();
  const isDocument = (slug: string): boolean =>
    dashboard.endpoints.some((one) => one.slug === slug && one.config.document !== undefined);
  const log = (family: string, line: string): void => console.log(formatLogLine(family, line, isDocument));
  const held: string[] = [];
  let report = (line: string): unknown => held.push(line);
  const stack: Stack = await startStack({
    folder: folder.path,
    bundles,
    gateway,
    log,
    report: (error, meaning) => report(formatSeedError(error, meaning, folder.nameOf)),
    signal,
  });
  const close = (): Promise<void> => stack.close();
  try {
    await step('Packaging and starting the stack', () => stack.deploy(dashboard), { signal });
  } catch (error) {
    await close();
    throw error;
  } finally {
    print(...held);
    report = print;
  }
  const opened = await listen();
  if ('problem' in opened) {
    await close();
    return opened;
  }
  const { url } = opened;
  await onServing({ url, dashboard: () => dashboard });
  await printEndpoints(dashboard, url, faulty);

  /** Serves the changed definition. The stack already has the changed data. */
  const update = async ({ dashboard: next, faulty: nextFaulty }: Checked, secretsChanged: boolean): Promise<void> => {
    const isNew = definitionOf(next) !== definitionOf(dashboard);
    if (isNew) {
      await build(next);
      await stack.deploy(next);
      await printEndpoints(next, url, nextFaulty);
    } else if (secretsChanged) {
      stack.restart();
      print(await formatLacking(next));
    }
    dashboard = next;
    faulty = nextFaulty;
  };

  const refresh: Session['refresh'] = async (paths) => {
    try {
      await stack.refresh(paths.some(isDataSeed));
    } catch (error) {
      if (!signal.aborted) print(`The data was not read again: ${(error as Error).message}`);
    }
  };

  const reload = async (paths: readonly string[]): Promise<void> => {
    const started = performance.now();
    try {
      const next = await check(folder);
      if (next.dashboard.endpoints.length === 0) {
        print(next.report, `Not reloaded; the previous version is still served. ${explainNothing(next.dashboard)}`);
        return;
      }
      await update(next, paths.includes('.secrets.yml'));
      print(`Reloaded ${paths.join(', ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`, next.report);
    } catch (error) {
      if (!signal.aborted) print(`Not reloaded: ${(error as Error).message}`);
    }
  };
  return {
    printCurl: async () => print((await createCurl(dashboard, url, faulty)) ?? NO_CURL),
    refresh,
    reload,
    close,
  };
};
