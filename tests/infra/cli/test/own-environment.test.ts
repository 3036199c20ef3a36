/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';

test('a test file that names its environment can replace a module for the modules that it loads later', async () => {
  jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async () => 'at once' }));
  expect(await (await import('node:timers/promises')).setTimeout(600_000)).toBe('at once');
});

test('a test file that names its environment has global objects of its own', () => {
  expect(Object.getPrototypeOf(process.memoryUsage())).not.toBe(Object.prototype);
});
