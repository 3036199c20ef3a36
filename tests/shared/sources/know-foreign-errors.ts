import { types } from 'node:util';

/**
 * Jest gives each test file its own Error class, and errors of Node's sockets have another. AWS clients check
 * `instanceof Error`, so in tests they would replace the errors of sockets by errors of their own.
 */
export const knowForeignErrors = (): void => {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: unknown, one: unknown): boolean {
      return this === Error ? types.isNativeError(one) : Function.prototype[Symbol.hasInstance].call(this, one);
    },
  });
};
