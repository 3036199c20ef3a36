import { flushCompileCache } from 'node:module';
import { createReadSecret, formatCurl, requestTo, signRequest } from '../../client/send-request.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { type Diagnostic, formatDiagnostic } from '../../dashboard/folder/diagnostic.ts';
import type { DashboardFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { byKind } from '../../dashboard/registry/kinds.ts';
import { datasetsOf } from '../../stack/sources.ts';
import { print, printData, step } from '../../terminal/print.ts';
import type { SessionKey } from '../emulators/server/signature.ts';
import type { StartMetrics } from '../emulators/start-emulators.ts';
import type { Gateway } from '../gateway/create-gateway.ts';
import { type Stack, startStack } from '../start-stack.ts';
import type { Claimed } from './claim-port.ts';
import { formatLogLine, type LogFile } from './log-file.ts';
import { explainNothing, printAll, printEndpoints, printReport } from './print-endpoints.ts';
import { build, checkFolder, refresh, reload, type Served, type Serving } from './reload.ts';
import { findReserved } from './reserved-paths.ts';

const PREFERRED_COMPONENT = '3D Pie Chart';
const TIME_PERIOD_MINUTES = 30;

/**
 * Prefers a 3D Pie Chart.
 * @param faulty endpoints that would respond with an error. Uses one of them only if there is no other endpoint.
 */
export const createCurl = async (
  { folder, endpoints }: LoadedDashboard,
  url: string,
  faulty: ReadonlySet<string>,
): Promise<string | undefined> => {
  const readSecret = await createReadSecret(folder);
  const rank = ({ component, slug }: LoadedEndpoint): number =>
    (faulty.has(slug) ? 0 : 2) + Number(component === PREFERRED_COMPONENT);
  for (const endpoint of endpoints.toSorted((a, b) => rank(b) - rank(a))) {
    const time = { currentTime: Date.now(), timePeriod: TIME_PERIOD_MINUTES };
    const request = signRequest(endpoint, readSecret, time);
    if (request) return formatCurl(requestTo(endpoint, url, request));
  }
  return undefined;
};

export interface SessionOptions {
  readonly folder: DashboardFolder;
  readonly gateway: Gateway;
  /** Called once an endpoint can be served. */
  readonly listen: () => Promise<Claimed | { readonly problem: string }>;
  /** Paths that are no endpoints, because the local stack answers them itself. */
  readonly reserved?: readonly string[];
  /** Called once the endpoints are served, before their URLs are printed. */
  readonly onServing?: (served: ServedDashboard) => Promise<void>;
  /** Starts what calls CloudWatch for the functions. */
  readonly startMetrics?: (key: SessionKey, print: (line: string) => void) => ReturnType<StartMetrics>;
  readonly signal: AbortSignal;
  readonly logFile?: LogFile | undefined;
  /** Takes the lines of requests, which are then not printed. Returns false for other lines. */
  readonly takeLine?: ((line: string) => boolean) | undefined;
}

export interface ServedDashboard {
  /** The beginning of the endpoints’ URLs, without a slash at its end. */
  readonly url: string;
  /** The beginning of the URLs at which others reach the endpoints; `url` if only this machine can. */
  readonly shown: string;
  readonly dashboard: () => LoadedDashboard;
  /** The newest version of the folder is not served because of these errors. */
  readonly rejected: () => readonly Diagnostic[];
}

export interface Session {
  printCurl(): Promise<void>;
  refresh(paths: readonly string[]): Promise<void>;
  /** Checks the folder after a change, and serves its new definition. Calls must not overlap. */
  reload(paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const formatSeedError = ({ message, cause }: Error, meaning: string, nameOf: (file: string) => string): string => {
  if (!cause || !Object.hasOwn(cause, 'line')) return `The local database does not start: ${message} (${meaning})`;
  const diagnostic = cause as Diagnostic;
  return formatDiagnostic({ ...diagnostic, hint: `correct this statement; ${meaning}` }, nameOf(diagnostic.file));
};

const NO_CURL = 'No curl command: .secrets.yml and the environment have no value for any token.';

/** Starts the stack and serves the first definition. Prints errors in seeds once the step is done. */
const startFirst = async (
  { folder, gateway, signal, logFile, takeLine, startMetrics }: SessionOptions,
  served: Served,
  bundles: string,
): Promise<Stack> => {
  const isDocument = (slug: string): boolean =>
    served.now.dashboard.endpoints.some((one) => one.slug === slug && one.config.document !== undefined);
  const held: string[] = [];
  let report = (line: string): unknown => held.push(line);
  const stack = await startStack({
    folder: folder.path,
    bundles,
    gateway,
    log: (family, line) => {
      logFile?.writeFunction(line);
      if (!takeLine?.(line)) printData(formatLogLine(family, line, isDocument));
    },
    onInvoked: logFile && ((id, milliseconds) => logFile.writeInvocation(id, milliseconds, served.now.dashboard)),
    report: (error, meaning) => report(formatSeedError(error, meaning, folder.nameOf)),
    startMetrics: async (key) => startMetrics?.(key, report),
    signal,
  });
  stack.refuse(served.now.dashboard);
  try {
    await step('Packaging and starting the stack', () => stack.deploy(served.now.dashboard), { signal });
  } catch (error) {
    await stack.close();
    throw error;
  } finally {
    printAll(...held);
    report = print;
  }
  return stack;
};

const createSession = (serving: Serving): Session => ({
  printCurl: async () => {
    const { dashboard, faulty } = serving.served.now;
    print((await createCurl(dashboard, serving.shown, faulty)) ?? NO_CURL);
  },
  refresh: (paths) => refresh(serving, paths),
  reload: (paths) => reload(serving, paths),
  close: () => serving.stack.close(),
});

/** Returns an error in one line if nothing can be served. */
export const startSession = async (options: SessionOptions): Promise<Session | { readonly problem: string }> => {
  const { folder, signal, listen, onServing, reserved = [] } = options;
  const first = await step(`Checking ${folder.nameOf(folder.path)}`, () => checkFolder(folder), { signal });
  const { dashboard, report, faulty } = first;
  printReport(report);
  if (dashboard.endpoints.length === 0) return { problem: explainNothing(dashboard) };
  const problem = findReserved(dashboard, reserved);
  if (problem !== undefined) return { problem };

  for (const [{ emulator }] of byKind(Object.values(datasetsOf(dashboard)))) await emulator?.install?.(print);
  const bundles = await step('Building the functions', () => build(dashboard), { signal });
  signal.throwIfAborted();
  const served: Served = { now: first, rejected: [] };
  const stack = await startFirst(options, served, bundles);

  const opened = await listen();
  if ('problem' in opened) {
    await stack.close();
    return opened;
  }
  const { url, shown } = opened;
  await onServing?.({ url, shown, dashboard: () => served.now.dashboard, rejected: () => served.rejected });
  await printEndpoints(dashboard, shown, faulty);
  // Node would write the compiled modules only when the session ends, and not at all if it is killed.
  flushCompileCache();
  return createSession({ folder, signal, stack, shown, served, reserved });
};
