import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs a full collection only if it is called without arguments. Even `undefined` counts as an argument. */
type Collect = (...options: readonly { readonly type: 'minor' }[]) => void;

const createCollector = (): Collect => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (...options) => collect(...options) : () => undefined;
};

let collector: Collect | undefined;

/**
 * Runs a full garbage collection. V8 does not know the function's memory limit: without this call, the garbage of
 * several requests adds up until Lambda ends the process.
 */
export const collectGarbage = (): void => {
  collector ??= createCollector();
  collector();
};

/** Takes about a millisecond. */
export const collectYoungGarbage = (): void => {
  collector ??= createCollector();
  collector({ type: 'minor' });
};
