import { types } from 'node:util';

/**
 * Jest gives each test file an Error of its own, and those of Node's sockets are of another. AWS clients, which ask for
 * `instanceof Error`, would take them for something else there, and put their own in their place.
 */
export const knowForeignErrors = (): void => {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: unknown, one: unknown): boolean {
      return this === Error ? types.isNativeError(one) : Function.prototype[Symbol.hasInstance].call(this, one);
    },
  });
};
