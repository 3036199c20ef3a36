/** Does nothing: the process alone. */
export const run = async (): Promise<undefined> => undefined;
