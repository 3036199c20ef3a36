/** Says what is being done, and how long it took. */
export const step = async <Result>(words: string, work: () => Promise<Result>): Promise<Result> => {
  const started = performance.now();
  process.stdout.write(`${words} ... `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
};
