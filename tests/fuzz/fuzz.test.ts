import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeFailure, describeReport } from './describe-report.ts';
import { type Draw, readDraws } from './draw.ts';
import type { Report } from './ipc-messages.ts';
import { type Attack, startAttack } from './start-attack.ts';

const HOUR = 3_600_000;
/** From so many cases of a group on, every shape is bound to answer well here and refuse there. */
const MANY = 15_000;
/** From so many on, every shape is bound to be asked. */
const SOME = 1_000;

/** The shapes that a group left out, so that what it found says little. */
const missed = ({ shapes }: Report, { runs }: Draw): readonly string[] =>
  Object.entries(shapes)
    .filter(([, { good, refused }]) => (runs >= MANY ? good === 0 || refused === 0 : good + refused === 0))
    .map(([name]) => name);

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
}, HOUR);
afterAll(() => attack.close());

const cases = readDraws(process.env).map(
  (draw) => [draw.group, draw.path ? `path ${draw.path}` : `${draw.runs} cases`, draw.seed, draw] as const,
);

describe('what is generated breaks nothing', () => {
  test.each(cases)(
    '%s: %s of seed %d',
    async (_group, _runs, _seed, draw) => {
      const report = await attack.run(draw);
      process.stdout.write(`${describeReport(draw, report)}\n`);
      expect(describeFailure(draw, report)).toBeUndefined();
      if (draw.runs >= SOME && !draw.path) expect(missed(report, draw)).toEqual([]);
    },
    HOUR,
  );
});
