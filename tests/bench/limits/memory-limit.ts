import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where control groups of version 1 have the memory. */
const MEMORY_GROUPS = '/sys/fs/cgroup/memory';
const MB = 1024 * 1024;
const ATTEMPTS = 50;
const PAUSE_MS = 20;

/** A control group whose processes the kernel ends when they take more memory. */
export interface MemoryLimit {
  add(pid: number): void;
  /** Removes the group; its processes must have ended. */
  remove(): Promise<void>;
}

const isWritable = (): boolean => {
  try {
    accessSync(MEMORY_GROUPS, constants.W_OK);
    accessSync(join(MEMORY_GROUPS, 'memory.limit_in_bytes'));
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
};

/** True if this process may limit memory: as root, under control groups of version 1. */
export const canLimitMemory = isWritable();

/** The kernel takes a moment to let go of a process that has ended. */
const removeFolder = async (folder: string, attempts = ATTEMPTS): Promise<void> => {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (attempts === 1) throw error;
    await sleep(PAUSE_MS);
    await removeFolder(folder, attempts - 1);
  }
};

/** Creates a control group with a memory limit. Returns undefined if this process may not. */
export const openMemoryLimit = (memoryMb: number): MemoryLimit | undefined => {
  if (!canLimitMemory) return undefined;
  const folder = join(MEMORY_GROUPS, `wallfeed-${randomUUID()}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'memory.limit_in_bytes'), String(memoryMb * MB));
  return {
    add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    remove: () => removeFolder(folder),
  };
};
