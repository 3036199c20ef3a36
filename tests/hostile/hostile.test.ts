import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeFailure, describeReport } from './describe-report.ts';
import { readDraws } from './draw.ts';
import { type Attack, startAttack } from './start-attack.ts';

const HOUR = 3_600_000;

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
      if (!draw.path) expect(Object.keys(report.answers).length).toBeGreaterThan(1);
    },
    HOUR,
  );
});
