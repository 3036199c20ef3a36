/** Runs `work` while holding the lock file. Other processes that use the same lock file wait. */
export const withLock: <Result>(file: string, work: () => Promise<Result>, onWait?: () => void) => Promise<Result>;
