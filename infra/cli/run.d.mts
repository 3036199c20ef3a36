export const start: () => Promise<void>;
export const explainReadOnly: (error: NodeJS.ErrnoException) => string | undefined;
