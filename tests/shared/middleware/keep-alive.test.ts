import { expect, test } from '@jest/globals';
import { keepAlive } from '../../../shared/middleware/create-handler.ts';

const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const request = { context: {}, response: undefined } as unknown as Parameters<
  ReturnType<typeof keepAlive>['requestStart']
>[0];

test('one timer keeps the process alive from the start of the first request to the end of the last', () => {
  const idle = countTimers();
  const hooks = keepAlive({ requestStart: () => undefined, requestEnd: () => undefined });
  const counts = [() => undefined, hooks.requestStart, hooks.requestStart, hooks.requestEnd, hooks.requestEnd].map(
    (hook) => {
      hook(request);
      return countTimers() - idle;
    },
  );
  expect(counts).toEqual([0, 1, 1, 1, 0]);
});

test('a request that cannot be logged does not keep the process alive', () => {
  const idle = countTimers();
  const fail = (): never => {
    throw new Error('no log');
  };
  const hooks = keepAlive({ requestStart: () => undefined, requestEnd: fail });
  hooks.requestStart(request);
  expect(() => hooks.requestEnd(request)).toThrow('no log');
  expect(countTimers()).toBe(idle);
});
