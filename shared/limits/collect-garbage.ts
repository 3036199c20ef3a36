import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's `gc`. Without an argument it runs a full collection; `undefined` is an argument. */
type Collect = (...options: readonly { readonly type: 'minor' }[]) => void;

const createCollector = (): Collect => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (...options) => collect(...options) : () => undefined;
};

let collector: Collect | undefined;

/**
 * Runs V8's garbage collection. V8 does not know the function's memory limit: without this call, garbage of several requests
 * adds up until Lambda ends the process.
 */
export const collectGarbage = (): void => {
  collector ??= createCollector();
  collector();
};

/** Frees the memory of short-lived objects. It takes about a millisecond. */
export const collectYoungGarbage = (): void => {
  collector ??= createCollector();
  collector({ type: 'minor' });
};
