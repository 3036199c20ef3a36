import { types } from 'node:util';

/**
 * Makes `instanceof Error` true for errors of Node's sockets. Jest gives each test file its own Error class, so without
 * this AWS clients would replace such errors by errors of their own.
 */
export const knowForeignErrors = (): void => {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(this: unknown, one: unknown): boolean {
      return this === Error ? types.isNativeError(one) : Function.prototype[Symbol.hasInstance].call(this, one);
    },
  });
};
