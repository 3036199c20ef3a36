import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { posixPath } from '../../build/posix-path.ts';
import { listDashboardFiles } from '../../dashboard/folder/list-files.ts';

export interface FolderWatch {
  /** Reports changes since the watch was created, and all later changes. Calls of `onChange` do not overlap. */
  start(onChange: (paths: readonly string[]) => Promise<void>): void;
  /** Stops watching and waits for a running call. */
  close(): Promise<void>;
}

const POLL_INTERVAL_MS = 200;

type Snapshot = ReadonlyMap<string, string>;

/**
 * True for a file whose changes are reported. Ignores files of editors: names that end in `~`, and hidden files except
 * .secrets.yml. Ignores logs, which no dashboard reads: a line for each change would be a change itself.
 */
const counts = (path: string): boolean =>
  path === '.secrets.yml' ||
  !(path.split('/').some((part) => part.startsWith('.')) || basename(path).endsWith('~') || path.endsWith('.log'));

const fingerprint = async (file: string): Promise<string> => {
  const { ino, size, mtimeNs } = await stat(file, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
};

const takeSnapshot = async (folder: string, ignored: string | undefined): Promise<Snapshot> => {
  const files = (await listDashboardFiles(folder)).filter((file) => file !== ignored);
  const paths = files.map((file) => posixPath(relative(folder, file))).filter(counts);
  const entries = paths.map(async (path) => {
    const print = await fingerprint(`${folder}/${path}`).catch(() => undefined);
    return print === undefined ? [] : [[path, print] as const];
  });
  return new Map((await Promise.all(entries)).flat());
};

const differences = (before: Snapshot, after: Snapshot): readonly string[] =>
  Array.from(new Set([...before.keys(), ...after.keys()]))
    .filter((path) => before.get(path) !== after.get(path))
    .sort();

/**
 * Watches for changed, added and deleted files, and reports their paths in the folder once they stop changing. Polls
 * instead of listening for events, because polling also works with renames, links and network mounts.
 * @param ignored the path of a file that the command itself writes.
 */
export const watchFolder = async (folder: string, ignored?: string): Promise<FolderWatch> => {
  let known = await takeSnapshot(folder, ignored);
  let last = known;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let closed = false;

  const look = async (): Promise<readonly string[]> => {
    const now = await takeSnapshot(folder, ignored);
    const isStill = differences(last, now).length === 0;
    last = now;
    if (!isStill) return [];
    const changed = differences(known, now);
    known = now;
    return changed;
  };

  const start: FolderWatch['start'] = (onChange) => {
    timer = setTimeout(() => {
      looking = look().then(async (changed) => {
        if (changed.length > 0 && !closed) await onChange(changed);
        if (!closed) start(onChange);
      });
    }, POLL_INTERVAL_MS);
  };
  const close = async (): Promise<void> => {
    closed = true;
    clearTimeout(timer);
    await looking;
  };
  return { start, close };
};
