import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Control groups, version 1. */
const MEMORY_GROUPS = '/sys/fs/cgroup/memory';
const BYTES_PER_MB = 1024 * 1024;
const MAX_ATTEMPTS = 50;
const PAUSE_MS = 20;

/** The kernel ends processes that exceed the limit. */
export interface MemoryLimit {
  add(pid: number): void;
  /** The processes of the group must have ended before. */
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

/** True if this process may limit memory: it must run as root, under control groups of version 1. */
export const canLimitMemory = isWritable();

/** Retries: the kernel frees the group shortly after its last process has ended. */
const removeFolder = async (folder: string, attempts = MAX_ATTEMPTS): Promise<void> => {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (attempts === 1) throw error;
    await sleep(PAUSE_MS);
    await removeFolder(folder, attempts - 1);
  }
};

/** Returns undefined if this process has no right to create a control group. */
export const openMemoryLimit = (memoryMb: number): MemoryLimit | undefined => {
  if (!canLimitMemory) return undefined;
  const folder = join(MEMORY_GROUPS, `wallfeed-${randomUUID()}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'memory.limit_in_bytes'), String(memoryMb * BYTES_PER_MB));
  return {
    add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    remove: () => removeFolder(folder),
  };
};
