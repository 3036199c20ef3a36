export const start: () => Promise<void>;

/** Calls `end` once the parent process has ended. */
export const watchParent: (end: () => void) => void;
