import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { shorten } from '../../shared/tabular/shorten.ts';
import { defineCommand, type OptionValues } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from '../command-line/target.ts';
import { createLocalConsole, type LocalConsole } from '../console/create-local-console.ts';
import { openInBrowser } from '../console/helper/serve-console.ts';
import { createSharedWall, WALL_PATH } from '../console/helper/serve-wall.ts';
import { type DashboardFolder, resolveDashboardFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { keepDemoFresh, prepareDemo } from '../dashboards/demo/exports/refresh-demo.ts';
import { keepLakeFresh, refreshLake } from '../dashboards/lake/generate/refresh-lake.ts';
import { startRelay } from '../deploy/aws/relay-metrics.ts';
import { createGateway } from '../local/gateway/create-gateway.ts';
import { answerHealth, HEALTH_PATH } from '../local/server/answer-health.ts';
import { createEndSignal } from '../local/server/local-server.ts';
import { claimPort, describeNetwork, isLoopback, LOOPBACK } from '../local/session/claim-port.ts';
import { type LogFile, openLogFile } from '../local/session/log-file.ts';
import { findTaken, readAddresses } from '../local/session/read-addresses.ts';
import { type ServedDashboard, type Session, startSession } from '../local/session/start-session.ts';
import { createMinutes } from '../local/session/summarize-minutes.ts';
import { type FolderWatch, watchFolder } from '../local/session/watch-folder.ts';
import { isPackaged } from '../program/project-root.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { print } from '../terminal/print.ts';

/** The tasks run one after another. */
interface Queue {
  add(task: () => Promise<void>): void;
  /** Waits for the running task. Tasks that have not begun are dropped. */
  end(): Promise<void>;
}

/** Tasks must not throw. */
const createQueue = (): Queue => {
  let isEnded = false;
  let last = Promise.resolve();
  return {
    add: (task) => {
      last = last.then(() => (isEnded ? undefined : task()));
    },
    end: () => {
      isEnded = true;
      return last;
    },
  };
};

/** The exit code that shells report for a program that a signal stopped. */
const EXIT_INTERRUPTED = 130;

const ENTER = 'Press Enter for a new curl command (each digest is valid for maxSkew only), or Ctrl-C to stop.';

/** Prints a new curl command when the user presses Enter, because a digest expires after maxSkew. */
const listenToEnter = ({ printCurl }: Session): void => {
  if (!process.stdin.isTTY) return;
  print(ENTER);
  createInterface({ input: process.stdin }).on('line', () => void printCurl());
};

const END_MS = 200;

/**
 * Ends the process with its exit code, even if the terminal, the watcher or a connection is still open. First waits for
 * the process to end by itself, because Node sometimes hangs in `process.exit` while V8 still compiles
 * (nodejs/node#54918).
 */
const endSoon = (): void => void setTimeout(() => process.exit(), END_MS).unref();

const OPTIONS = {
  dashboard: DASHBOARD_OPTION,
  demo: { meaning: 'serves the demo, which feeds all components, unless --dashboard names another folder' },
  port: { value: 'n', meaning: 'the port; 0 chooses any free port', default: '3000' },
  host: {
    value: 'address',
    meaning:
      'the address of the endpoints; 0.0.0.0 opens them to the local network. Only this machine can open the console',
    default: LOOPBACK,
  },
  'console-port': { value: 'n', meaning: 'the port of the console; by default any free port' },
  wall: { meaning: 'serves the wall at /wall beside the endpoints: read-only, and for everyone who can reach them' },
  quiet: { meaning: 'prints one line a minute in place of one line a request' },
  open: { meaning: 'opens the console in the browser' },
  log: { value: 'file', meaning: 'appends to a file the lines that AWS would log, for cost --actual' },
} as const;

const readFolder = async ({
  dashboard,
  demo,
}: OptionValues<typeof OPTIONS>): Promise<DashboardFolder | CommandFailure> =>
  demo && dashboard === undefined ? resolveDashboardFolder(await prepareDemo()) : readDashboardFolder(dashboard);

/** Removes --demo, which the repository's npm script adds itself. */
const withoutScriptOptions = (typed: readonly string[]): readonly string[] =>
  isPackaged ? typed : typed.filter((arg) => arg !== '--demo');

const MAX_URL_CHARS = 200;

const OPEN_WALL =
  'Everyone who can reach this address sees the figures of the wall, also those of endpoints with a token.';

const CLIENT_HINT = 'an endpoint takes GET if dashboard.yml names its front end, such as `client: goview`';

const logUnknown = (method: string, url: string, status: number): void => {
  const hint = method === 'GET' ? `; ${CLIENT_HINT}` : '';
  print(`${method} ${shorten(url, MAX_URL_CHARS)}: ${status}, no endpoint has this address${hint}`);
};

const openConsole = async (
  page: LocalConsole,
  host: string,
  served: ServedDashboard,
  hasWall: boolean,
): Promise<void> => {
  print(`\nConsole  ${await page.open(served)}`);
  if (hasWall) print(`Wall  ${served.shown}${WALL_PATH}`);
  if (hasWall && !isLoopback(host)) print(OPEN_WALL);
  const network = describeNetwork(host, Number(new URL(served.url).port), served.dashboard());
  if (network) print(`\n${network}`);
};

/** Applies each change of the folder to the endpoints and the console. Returns the queue of changed definitions. */
const applyChanges = (watch: FolderWatch, session: Session, page: LocalConsole): Queue => {
  const reloads = createQueue();
  watch.start(async (paths) => {
    await session.refresh(paths);
    page.showChanged(paths);
    reloads.add(async () => {
      await session.reload(paths);
      page.showReloaded(paths);
    });
  });
  return reloads;
};

const serve = async (
  values: OptionValues<typeof OPTIONS>,
  typed: readonly string[],
  signal: AbortSignal,
): Promise<CommandFailure | undefined> => {
  const address = readAddresses(values);
  if ('failure' in address) return address;
  const { port, consolePort, host } = address;
  const args = withoutScriptOptions(typed);
  let served: ServedDashboard | undefined;
  let logFile: LogFile | undefined;
  const wall = values.wall ? createSharedWall() : undefined;
  const minutes = values.quiet ? createMinutes() : undefined;
  const hasHealth = values.wall || values.quiet;
  const gateway = createGateway({
    onUnknown: minutes?.unknown ?? logUnknown,
    onAnswered: (request) => {
      minutes?.answered(request.status);
      if (served) logFile?.writeRequest(request, served.dashboard());
    },
    answerOwn: (request, response) =>
      (hasHealth === true && answerHealth(request, response)) || (wall?.answerOwn(request, response) ?? false),
  });
  const taken = await findTaken(address, args);
  if (taken) return fail(taken.problem);
  const folder = await readFolder(values);
  if ('failure' in folder) return folder;
  await refreshLake(folder.path);

  logFile = values.log === undefined ? undefined : await openLogFile(values.log);
  const watch = await watchFolder(folder.path, logFile?.path);
  const page = createLocalConsole({ port: consolePort, wall });
  const session = await startSession({
    folder,
    gateway,
    listen: () => claimPort(gateway.server, port, { args }, host),
    onServing: (dashboard) => {
      served = dashboard;
      return openConsole(page, host, dashboard, wall !== undefined);
    },
    reserved: [...(wall ? [WALL_PATH] : []), ...(hasHealth ? [HEALTH_PATH] : [])],
    startMetrics: startRelay,
    signal,
    logFile,
    takeLine: minutes?.take,
  });
  if ('problem' in session) return fail(session.problem);
  await session.printCurl();
  if (values.open) openInBrowser(page.url());
  listenToEnter(session);
  const stopPrinting = minutes?.start();
  const reloads = applyChanges(watch, session, page);
  keepDemoFresh(folder.path);
  keepLakeFresh(folder.path);
  if (!signal.aborted) await once(signal, 'abort');
  stopPrinting?.();
  await watch.close();
  await reloads.end();
  await page.close();
  await session.close();
  await logFile?.close();
  return undefined;
};

export const command = defineCommand({
  options: OPTIONS,
  run: async (values, { typed }) => {
    const signal = createEndSignal();
    try {
      return await serve(values, typed, signal);
    } catch (error) {
      if (signal.aborted) return { failure: '', exitCode: EXIT_INTERRUPTED };
      throw error;
    } finally {
      endSoon();
    }
  },
});
