import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The CPU folder of control groups, version 1. */
const CPU_GROUPS = '/sys/fs/cgroup/cpu';

/** Memory in MB for which Lambda gives a function one whole core. */
const MB_PER_CORE = 1769;

/** Returns the share of a core that Lambda gives a function with this memory. */
export const coreShareOf = (memoryMb: number): number => memoryMb / MB_PER_CORE;

/** A control group that limits the CPU time of the processes in it. */
export interface CpuShare {
  /** Limits a process and all its threads from now on. */
  limit(pid: number, memoryMb: number): Promise<void>;
  /** Removes the group. Its processes must have ended before. */
  remove(): Promise<void>;
}

/**
 * Creates a control group. Returns undefined if the machine has no control groups of version 1, or this user has no right
 * to create one.
 */
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

const NS_PER_MS = 1_000_000;

const cpuTimeOfThread = async (folder: string): Promise<number> => {
  const [nanoseconds] = (await readFile(join(folder, 'schedstat'), 'utf8')).split(' ');
  return Number(nanoseconds) / NS_PER_MS;
};

/** Returns the CPU time of a process with all its threads, in milliseconds. */
export const cpuTimeOf = async (pid: number): Promise<number> => {
  const folder = `/proc/${pid}/task`;
  const times = (await readdir(folder)).map((thread) => cpuTimeOfThread(join(folder, thread)));
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
};
