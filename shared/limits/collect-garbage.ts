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
 * Frees the memory that is no longer used. V8 does not know how little memory a function has: it lets garbage of one
 * request pile up on that of the one before, until Lambda ends the process.
 */
export const collectGarbage = (): void => {
  collector ??= createCollector();
  collector();
};
