import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const createCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? () => collect() : () => undefined;
};

let collector: (() => void) | undefined;

/**
 * Runs V8's garbage collection. V8 does not know the function's memory limit: without this call, garbage of several requests
 * adds up until Lambda ends the process.
 */
export const collectGarbage = (): void => {
  collector ??= createCollector();
  collector();
};
