import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const RETRY_MS = 100;
const HEARTBEAT_MS = 1_000;
/** Age after which an untouched lock counts as abandoned, because its holder was killed. */
const ABANDONED_MS = 6_000;

const isAbandoned = async (file) => {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
};

const acquire = async (file) => {
  if (await isAbandoned(file)) await rm(file, { force: true });
  try {
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Runs `work` while holding the lock file. Other processes that use the same lock file wait. */
export const withLock = async (file, work, onWait = () => {}) => {
  await mkdir(dirname(file), { recursive: true });
  for (let attempt = 0; !(await acquire(file)); attempt += 1) {
    if (attempt === 0) onWait();
    await delay(RETRY_MS);
  }
  const heartbeat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
};
