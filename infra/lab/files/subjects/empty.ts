/** Does nothing, to measure the start of a process alone. */
export const run = async (): Promise<undefined> => undefined;
