import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Control groups, version 1. */
const CPU_GROUPS = '/sys/fs/cgroup/cpu';

const MB_PER_CORE = 1769;

export const coreShareOf = (memoryMb: number): number => memoryMb / MB_PER_CORE;

/** A control group. */
export interface CpuShare {
  limit(pid: number, memoryMb: number): Promise<void>;
  /** The processes of the group must have ended before. */
  remove(): Promise<void>;
}

/** Returns undefined if the machine has no control groups of version 1, or this user has no right to create one. */
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

/** Milliseconds of a process with all its threads. */
export const cpuTimeOf = async (pid: number): Promise<number> => {
  const folder = `/proc/${pid}/task`;
  const times = (await readdir(folder)).map((thread) => cpuTimeOfThread(join(folder, thread)));
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
};
