import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const MB = 1024 * 1024;
const PERIOD_US = 20_000;

/** Limits of what a process may use, enforced by the kernel. */
export interface ControlGroup {
  /** Moves a process into the group, with what it starts from then on. */
  add(pid: number): void;
  /** Limits the group to a share of one processor. */
  limitCpu(share: number): void;
  /** Ends the group; its processes must have ended. */
  remove(): Promise<void>;
}

const write = (folder: string, file: string, value: number): void => writeFileSync(join(folder, file), String(value));

const removeFolder = async (folder: string): Promise<void> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      return rmdirSync(folder);
    } catch {
      await sleep(20);
    }
  }
};

/** Control groups of version 1, which have a folder for each resource. */
const createGroups = (memoryMb: number): ControlGroup => {
  const name = `wallfeed-${randomUUID()}`;
  const memory = join(ROOT, 'memory', name);
  const cpu = join(ROOT, 'cpu', name);
  mkdirSync(memory);
  mkdirSync(cpu);
  write(memory, 'memory.limit_in_bytes', memoryMb * MB);
  return {
    add: (pid) => {
      write(memory, 'cgroup.procs', pid);
      write(cpu, 'cgroup.procs', pid);
    },
    limitCpu: (share) => {
      write(cpu, 'cpu.cfs_period_us', PERIOD_US);
      write(cpu, 'cpu.cfs_quota_us', Math.max(1_000, Math.round(share * PERIOD_US)));
    },
    remove: async () => {
      await removeFolder(memory);
      await removeFolder(cpu);
    },
  };
};

const isPossible = (): boolean => {
  try {
    readFileSync(join(ROOT, 'memory', 'memory.limit_in_bytes'));
    const probe = join(ROOT, 'cpu', `wallfeed-${randomUUID()}`);
    mkdirSync(probe);
    rmdirSync(probe);
    return true;
  } catch {
    return false;
  }
};

/** True if this process may create control groups: as root, under version 1. */
export const hasControlGroups = isPossible();

/** A group with so many megabytes of memory; undefined where this process may not create one. */
export const createControlGroup = (memoryMb: number): ControlGroup | undefined =>
  hasControlGroups ? createGroups(memoryMb) : undefined;
