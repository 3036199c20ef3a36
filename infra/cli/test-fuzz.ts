import { fail } from '../terminal/fail.ts';
import { defineCommand } from './define-command.ts';
import { jestStep } from './test/jest-step.ts';

export const command = defineCommand({
  options: {
    runs: { value: 'number', meaning: 'how many, of all groups together', default: '100000' },
    seed: { value: 'number', meaning: 'draws others; the same seed draws the same' },
    group: { value: 'group', meaning: 'requests, documents, csv, sql or bombs alone' },
    path: { value: 'path', meaning: 'one case of a group, as a failure names it' },
  },
  run: async (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) process.env[`WALLFEED_FUZZ_${name.toUpperCase()}`] = String(value);
    }
    const { counts } = await jestStep(['tests/fuzz']).run();
    console.log(`${counts.passed} passed, ${counts.failed} failed`);
    return counts.failed > 0 ? fail('') : undefined;
  },
});
