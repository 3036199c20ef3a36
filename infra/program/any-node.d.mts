/** Returns the user's cache folder of the npm package. Everything in it can be created again. */
export const cacheHome: (env?: Readonly<Record<string, string | undefined>>, platform?: NodeJS.Platform) => string;

/** Returns the program and the first arguments that run npm. */
export const npmCommand: () => string[];

/** Returns one line for a user who cannot write the folder of Wallfeed; undefined for other errors. */
export const explainReadOnly: (error: NodeJS.ErrnoException) => string | undefined;

/** Runs `work` while holding the lock file. Other processes that use the same lock file wait. */
export const withLock: <Result>(file: string, work: () => Promise<Result>, onWait?: () => void) => Promise<Result>;
