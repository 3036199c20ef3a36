import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

type Link = readonly [pid: number, parent: number];

const readLink = (pid: string): readonly Link[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses, and may contain blanks.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [[Number(pid), Number(parent)]];
  } catch {
    return [];
  }
};

const runPs = (): readonly Link[] =>
  Array.from(
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).matchAll(/(\d+) +(\d+)/g),
    ([, pid, parent]) => [Number(pid), Number(parent)] as const,
  );

/** Lists all processes of the machine. On Linux, the program ps may be missing. */
const listLinks = (): readonly Link[] =>
  existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap(readLink)
    : runPs();

const descendantsOf = (ancestor: number): ReadonlySet<number> => {
  const links = listLinks();
  const found = new Set<number>();
  const add = (from: number): void => {
    for (const [pid, parent] of links) {
      if (parent !== from || found.has(pid)) continue;
      found.add(pid);
      add(pid);
    }
  };
  add(ancestor);
  return found;
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
};

/**
 * Ends all processes that this process started, directly or through others. Stops all of them first, because a process
 * whose parent has ended can no longer be found.
 */
const endDescendants = (): void => {
  const stopped = new Set<number>();
  const stopNew = (): boolean => {
    const started = [...descendantsOf(process.pid)].filter((pid) => !stopped.has(pid));
    for (const pid of started) {
      send(pid, 'SIGSTOP');
      stopped.add(pid);
    }
    return started.length > 0;
  };
  while (stopNew());
  for (const pid of stopped) send(pid, 'SIGKILL');
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const end = (signal: NodeJS.Signals): void => {
  endDescendants();
  process.exit(128 + constants.signals[signal]);
};

/**
 * Ends this process and everything that it started as soon as the user presses Ctrl-C, or another signal
 * ends the run. The signal may come twice: from the terminal, and from the process that started this one. A process that
 * runs several commands may call this function for each.
 */
export const endOnSignal = (): void => {
  for (const signal of SIGNALS) process.off(signal, end).on(signal, end);
};
