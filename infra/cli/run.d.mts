export const start: () => Promise<void>;
