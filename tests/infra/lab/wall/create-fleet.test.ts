import { expect, test } from '@jest/globals';
import { createFleet } from '../../../../infra/lab/wall/open-wall.ts';

const fleet = () => {
  let started = 0;
  return createFleet({ start: () => ++started, idle: 100, life: 1000 });
};

test('an environment handles one call at a time; a call that finds no free environment starts another one', () => {
  const { take, free, largest } = fleet();
  const first = take(0);
  const second = take(1);
  expect([first.isCold, second.isCold, largest()]).toEqual([true, true, 2]);
  free(first.environment, 10);
  expect(take(11)).toEqual({ environment: first.environment, isCold: false });
});

test('an environment that handles a long call is not removed as idle', () => {
  const { take, free, largest } = fleet();
  const { environment } = take(0);
  expect([take(150).isCold, largest()]).toEqual([true, 2]);
  free(environment, 200);
  expect(take(201).environment).toBe(environment);
});

test('a call goes to the most recently used free environment', () => {
  const { take, free } = fleet();
  const environments = [take(0), take(0), take(0)].map(({ environment }) => environment);
  for (const [index, environment] of environments.entries()) free(environment, [10, 30, 20][index] ?? 0);
  expect([take(40), take(40), take(40)].map(({ environment }) => environment.handler)).toEqual([2, 3, 1]);
});

test('an environment is removed after its idle time', () => {
  const { take, free } = fleet();
  free(take(0).environment, 10);
  free(take(109).environment, 110);
  expect(take(210)).toMatchObject({ environment: { handler: 2 }, isCold: true });
});

test('a busy environment is replaced at the end of its lifetime, but not during a call', () => {
  const { take, free } = fleet();
  for (let now = 0; now < 1000; now += 50) free(take(now).environment, now);
  expect(take(999).environment.handler).toBe(1);
  expect(take(1000)).toMatchObject({ environment: { handler: 2 }, isCold: true });
});
