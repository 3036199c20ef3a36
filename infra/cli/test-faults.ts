import { defineCommand } from '../command-line/define-command.ts';
import { fail } from '../terminal/fail.ts';
import { endOnSignal } from './test/end-processes.ts';
import { jestStep } from './test/jest-step.ts';

export const command = defineCommand({
  argument: {
    value: 'jest option',
    meaning: "passed on to jest, such as -t 'part of a title' or another pattern of test files",
    isRest: true,
  },
  options: {},
  run: async (_, { words }) => {
    process.env.WALLFEED_FAULTS = 'all';
    endOnSignal();
    const { counts } = await jestStep(['tests/faults', ...words]).run();
    console.log(`${counts.passed} passed, ${counts.failed} failed`);
    return counts.failed > 0 ? fail('') : undefined;
  },
});
