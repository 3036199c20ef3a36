import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process as `ps` lists it. */
interface Listed {
  readonly pid: number;
  readonly parent: number;
  /** Resident memory in KB. */
  readonly resident: number;
}

const list = async (): Promise<readonly Listed[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, resident = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, resident };
    });
};

const KB_PER_MB = 1024;

/** Returns the resident memory of a process and of its descendants, in MB. */
export const residentMemory = async (root: number): Promise<{ readonly own: number; readonly children: number }> => {
  const processes = await list();
  const descendants = (pid: number): readonly Listed[] =>
    processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descendants(child.pid)]);
  const own = processes.find(({ pid }) => pid === root)?.resident ?? 0;
  const children = descendants(root).reduce((sum, { resident }) => sum + resident, 0);
  return { own: own / KB_PER_MB, children: children / KB_PER_MB };
};
