import { forReader } from '../language/language.ts';
import { escapeControls } from './print.ts';

export interface StepOptions {
  readonly signal?: AbortSignal;
  /** Where progress is printed: the standard output unless a command keeps that for its result. */
  readonly output?: NodeJS.WritableStream;
}

/** Prints what is being done, then how long it took, or that it failed or was stopped by `signal`. */
export const step = async <Result>(
  words: string,
  work: () => Promise<Result>,
  { signal, output = process.stdout }: StepOptions = {},
): Promise<Result> => {
  const started = performance.now();
  output.write(`${escapeControls(forReader(words))} ... `);
  try {
    const result = await work();
    output.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    output.write(signal?.aborted ? 'stopped\n' : 'failed\n');
    throw error;
  }
};
