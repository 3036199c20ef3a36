import { expect, test } from '@jest/globals';
import { groups } from '../support/fuzz/cases/groups.ts';
import { commandOf, readDraws } from '../support/fuzz/draw.ts';

test('the number of fuzz cases is divided among all groups, which get the same seed', () => {
  const draws = readDraws({ WALLFEED_FUZZ_RUNS: '100000' });
  expect(draws.map(({ group }) => group)).toEqual(groups);
  expect(draws.reduce((sum, { runs }) => sum + runs, 0)).toBe(100_000);
  expect(new Set(draws.map(({ seed }) => seed)).size).toBe(1);
});

test('a single group of a fuzz test gets all cases, or repeats the case of a given path', () => {
  const alone = { WALLFEED_FUZZ_GROUP: 'csv', WALLFEED_FUZZ_RUNS: '50', WALLFEED_FUZZ_SEED: '-7' };
  expect(readDraws(alone)).toEqual([{ group: 'csv', seed: -7, runs: 50 }]);
  const [draw] = readDraws({ ...alone, WALLFEED_FUZZ_PATH: '12:0:1' });
  expect(draw?.path).toBe('12:0:1');
  expect(draw && commandOf(draw)).toBe('npm run test:fuzz -- --group csv --seed -7 --path 12:0:1');
});

test.each([
  [{ WALLFEED_FUZZ_SEED: 'x' }, /WALLFEED_FUZZ_SEED is "x"; set it to an integer/],
  [{ WALLFEED_FUZZ_RUNS: '0.5' }, /WALLFEED_FUZZ_RUNS is "0.5"/],
  [{ WALLFEED_FUZZ_RUNS: '0' }, /WALLFEED_FUZZ_RUNS is "0"/],
  [{ WALLFEED_FUZZ_GROUP: 'xml' }, /is "xml"; set it to one of requests/],
  [{ WALLFEED_FUZZ_PATH: '1' }, /set WALLFEED_FUZZ_GROUP too/],
])('the environment variables %j of a fuzz test are refused', (variables, message) => {
  expect(() => readDraws(variables)).toThrow(message);
});
