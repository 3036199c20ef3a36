import { expect, test } from '@jest/globals';
import { type Place, planAsks } from '../../../../infra/lab/wall/plan-asks.ts';
import { simulationOf } from '../../../../infra/lab/wall/simulation-of.ts';

const { simulation } = await simulationOf({}, '--screens', '3', '--hours', '10m');
const plan = (changes: object = {}): readonly Place[] =>
  planAsks({ ...simulation, settings: { ...simulation.settings, ...changes } });

test('each component of each screen sends one request in each round', () => {
  expect(plan().map(({ screen, component }) => [screen, component])).toEqual(
    [0, 1, 2].flatMap((screen) => [0, 1].map((component) => [screen, component])),
  );
  for (const { asks } of plan()) {
    expect(asks).toHaveLength(60);
    const rounds = asks.map((moment, index) => moment - index * 10_000);
    expect(Math.min(...rounds)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...rounds) - Math.min(...rounds)).toBeLessThan(50);
    expect(new Set(rounds).size).toBeGreaterThan(10);
  }
});

test('each screen starts its rounds at its own time, and its components send their requests within the spread', () => {
  const starts = plan({ spread: 200 }).map(({ asks: [first = 0] }) => first);
  const [one = 0, two = 0, three = 0] = [0, 2, 4].map((index) => starts[index]);
  expect(Math.min(Math.abs(one - two), Math.abs(two - three), Math.abs(one - three))).toBeGreaterThan(300);
  for (const index of [0, 2, 4]) expect(Math.abs((starts[index] ?? 0) - (starts[index + 1] ?? 0))).toBeLessThan(250);
});

test('the times of requests depend on the seed, and not on the simulated duration', () => {
  expect(plan()).toEqual(plan());
  expect(plan({ seed: 2 })).not.toEqual(plan());
  expect(plan({ length: 60 }).map(({ asks }) => asks)).toEqual(plan().map(({ asks }) => asks.slice(0, 6)));
});

test('no request is sent while screens are off', () => {
  const minutes = plan({ open: 120, closed: 60 }).map(
    ({ asks }) => new Set(asks.map((moment) => Math.floor(moment / 60_000))),
  );
  for (const askedMinutes of minutes) expect([...askedMinutes]).toEqual([0, 1, 3, 4, 6, 7, 9]);
});
