import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { listDashboardFiles } from '../../dashboard/folder/find-file.ts';
import { posixPath } from '../../program/project-root.ts';

export interface FolderWatch {
  /** Reports changes since the watch was created, and all later changes. Calls of `onChange` do not overlap. */
  start(onChange: (paths: readonly string[]) => Promise<void>): void;
  /** Waits for a running call. */
  close(): Promise<void>;
}

const POLL_INTERVAL_MS = 200;
/** Looks at which a file must be as before until it counts. One alone would take a pause between two writes for the end. */
const STILL_LOOKS = 2;
/** Looks after which a file counts although others are being written: they may never come to rest. */
const MAX_STILL_LOOKS = 10;

/** The identity, size and time of the last change of each file. */
type Snapshot = ReadonlyMap<string, string>;

/**
 * True for a file whose changes are reported. Ignores files of editors: names that end in `~`, and hidden files except
 * .secrets.yml. Ignores logs, because writing a log line about a change would count as another change.
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

/** A change that is not reported yet: the state of the file, absent if it is deleted, and for how many looks it lasts. */
interface Pending {
  readonly print: string | undefined;
  readonly looks: number;
}

/**
 * Returns the files that have come to rest: all changed files, or those that have waited long enough for the others.
 */
const readyIn = (pending: ReadonlyMap<string, Pending>): readonly string[] => {
  const still = [...pending].filter(([, { looks }]) => looks >= STILL_LOOKS);
  const isPatient = still.every(([, { looks }]) => looks < MAX_STILL_LOOKS);
  return still.length < pending.size && isPatient ? [] : still.map(([path]) => path);
};

/**
 * Creates a function that compares a snapshot with what was reported, and returns the paths to report. A file that is
 * being written counts only once its size and its time stay as they are.
 */
const createJudge = (first: Snapshot): ((now: Snapshot) => readonly string[]) => {
  const reported = new Map(first);
  let pending: ReadonlyMap<string, Pending> = new Map();
  return (now) => {
    pending = new Map(
      differences(reported, now).map((path) => {
        const [print, before] = [now.get(path), pending.get(path)];
        return [path, { print, looks: before && before.print === print ? before.looks + 1 : 0 }];
      }),
    );
    const ready = readyIn(pending);
    for (const path of ready) {
      const print = now.get(path);
      if (print === undefined) reported.delete(path);
      else reported.set(path, print);
    }
    return ready;
  };
};

/**
 * Reports paths in the folder once their files stop changing. Polls instead of listening for events, because polling
 * also works with renames, links and network mounts.
 * @param ignored the path of a file that the command itself writes.
 */
export const watchFolder = async (folder: string, ignored?: string): Promise<FolderWatch> => {
  const judge = createJudge(await takeSnapshot(folder, ignored));
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let closed = false;

  const start: FolderWatch['start'] = (onChange) => {
    timer = setTimeout(() => {
      looking = takeSnapshot(folder, ignored).then(async (now) => {
        const changed = judge(now);
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
