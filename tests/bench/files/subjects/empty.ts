/** Does nothing, to measure the process alone. */
export const run = async (): Promise<undefined> => undefined;
