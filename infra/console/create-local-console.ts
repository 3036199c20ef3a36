import { createReadSecret } from '../client/send-request.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { CheckedEndpoint } from '../dashboard/endpoints/check-endpoint.ts';
import type { ServedDashboard } from '../local/session/start-session.ts';
import { listSourceFiles } from './files/source-files.ts';
import { type Console, serveConsole } from './helper/serve-console.ts';
import type { SharedWall } from './helper/serve-wall.ts';
import type { ConsoleEvent } from './protocol/protocol.ts';

/**
 * Returns the endpoints whose responses may change when these files of the dashboard folder change. A file that no
 * endpoint reads, such as a seed of the database, may affect every endpoint.
 */
export const affectedEndpoints = (
  dashboard: Pick<LoadedDashboard, 'name' | 'checked' | 'datasets'>,
  paths: readonly string[],
): readonly string[] => {
  const { checked } = dashboard;
  const filesOf = (endpoint: CheckedEndpoint): readonly string[] =>
    listSourceFiles(endpoint, dashboard).map(({ path }) => path);
  const known = new Set(checked.flatMap(filesOf));
  const isAny = paths.some((path) => !known.has(path));
  return checked.filter((one) => isAny || filesOf(one).some((file) => paths.includes(file))).map(({ slug }) => slug);
};

export interface LocalConsole {
  /** Returns the address of the page. */
  open(served: ServedDashboard): Promise<string>;
  /** Empty before the page is served. */
  url(): string;
  showChanged(paths: readonly string[]): void;
  showReloaded(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Files that take effect only when the dashboard is reloaded. */
const DEFINITION = /^(dashboard\.ya?ml$|queries\/|\.secrets\.yml$)/;

interface LocalConsoleOptions {
  /** The port of the page; 0 for any free port. */
  readonly port?: number;
  readonly wall?: SharedWall | undefined;
}

/** Serves nothing until `open` is called. */
export const createLocalConsole = ({ port = 0, wall }: LocalConsoleOptions = {}): LocalConsole => {
  let opened: { readonly page: Console; readonly served: ServedDashboard } | undefined;

  const open: LocalConsole['open'] = async (served) => {
    const { url: base, shown, dashboard, rejected } = served;
    const readSecrets = () => createReadSecret(dashboard().folder);
    const host = { mode: 'local', base, shown, dashboard, rejected, createReadSecret: readSecrets } as const;
    const page = await serveConsole(host, port);
    wall?.open(host);
    opened = { page, served };
    return page.url;
  };
  const notify = (event: ConsoleEvent): void => {
    opened?.page.notify(event);
    wall?.notify(event);
  };
  const showChanged: LocalConsole['showChanged'] = (changed) => {
    const paths = changed.filter((path) => !DEFINITION.test(path));
    if (!opened || paths.length === 0) return;
    const endpoints = affectedEndpoints(opened.served.dashboard(), paths);
    notify({ kind: 'files', paths, endpoints });
  };
  return {
    open,
    url: () => opened?.page.url ?? '',
    showChanged,
    showReloaded: (paths) => notify({ kind: 'dashboard', isRedefined: paths.some((path) => DEFINITION.test(path)) }),
    close: async () => opened?.page.close(),
  };
};
