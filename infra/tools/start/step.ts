/** Prints what is being done, then how long it took, or that it failed or was stopped by `signal`. */
export const step = async <Result>(
  words: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const started = performance.now();
  process.stdout.write(`${words} ... `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write(signal?.aborted ? 'stopped\n' : 'failed\n');
    throw error;
  }
};
