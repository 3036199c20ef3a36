/** Does `work` while nobody else, in any process, does theirs under the same lock file. */
export const withLock: <Result>(file: string, work: () => Promise<Result>, onWait?: () => void) => Promise<Result>;
