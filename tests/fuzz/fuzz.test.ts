import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeFailure, describeReport } from '../support/fuzz/describe-report.ts';
import { type Draw, readDraws } from '../support/fuzz/draw.ts';
import type { Report } from '../support/fuzz/ipc-messages.ts';
import { type Attack, startAttack } from '../support/fuzz/start-attack.ts';

const HOUR_MS = 3_600_000;
/** A group with at least this number of cases must have a good response and a refusal of every shape. */
const MIN_RUNS_FOR_OUTCOMES = 15_000;
/** A group with at least this number of cases must have a response of every shape. */
const MIN_RUNS_FOR_SHAPES = 500;

const missed = ({ shapes }: Report, { runs }: Draw): readonly string[] =>
  Object.entries(shapes)
    .filter(([, { good, refused }]) =>
      runs >= MIN_RUNS_FOR_OUTCOMES ? good === 0 || refused === 0 : good + refused === 0,
    )
    .map(([name]) => name);

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
}, HOUR_MS);
afterAll(() => attack.close());

const cases = readDraws(process.env).map(
  (draw) => [draw.group, draw.path ? `path ${draw.path}` : `${draw.runs} cases`, draw.seed, draw] as const,
);

describe('the fuzz test', () => {
  test.each(cases)(
    'generated cases violate no invariant: %s, %s of seed %d',
    async (_group, _runs, _seed, draw) => {
      const report = await attack.run(draw);
      process.stdout.write(`${describeReport(draw, report)}\n`);
      expect(describeFailure(draw, report)).toBeUndefined();
      if (draw.runs >= MIN_RUNS_FOR_SHAPES && !draw.path) expect(missed(report, draw)).toEqual([]);
    },
    HOUR_MS,
  );
});
