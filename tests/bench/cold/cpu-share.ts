import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where control groups of version 1 have the CPU. */
const CPU_GROUPS = '/sys/fs/cgroup/cpu';

/** Lambda gives a function this many MB for one whole core. */
const MB_A_CORE = 1769;

/** Part of a core that a function of this memory has. */
export const coreShareOf = (memoryMb: number): number => memoryMb / MB_A_CORE;

/** A control group that limits the CPU time of the processes in it. */
export interface CpuShare {
  /** Limits a process, all its threads included, from now on. */
  limit(pid: number, memoryMb: number): Promise<void>;
  /** Removes the group; its processes must have ended. */
  remove(): Promise<void>;
}

/** Opens a control group; undefined where the machine has none of version 1, or one may not use them. */
export const openCpuShare = async (periodUs: number): Promise<CpuShare | undefined> => {
  const folder = join(CPU_GROUPS, `wallfeed-bench-${process.pid}`);
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'cpu.cfs_period_us'), String(periodUs));
  } catch {
    return undefined;
  }
  return {
    limit: async (pid, memoryMb) => {
      await writeFile(join(folder, 'cpu.cfs_quota_us'), String(Math.round(periodUs * coreShareOf(memoryMb))));
      await writeFile(join(folder, 'cgroup.procs'), String(pid));
    },
    remove: () => rmdir(folder),
  };
};

/** The kernel counts CPU time in ticks of this length. */
const TICK_MS = 10;

/** CPU time that a process has used with all its threads, in milliseconds. */
export const cpuTimeOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [, , , , , , , , , , , userTicks, systemTicks] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(userTicks) + Number(systemTicks)) * TICK_MS;
};
