import { defineCommand } from '../command-line/define-command.ts';
import { fail } from '../terminal/fail.ts';
import { endOnSignal } from './test/end-processes.ts';
import { jestStep } from './test/jest-step.ts';

export const command = defineCommand({
  options: {
    runs: { value: 'number', meaning: 'the number of cases, in all groups together', default: '100000' },
    seed: { value: 'number', meaning: 'the seed of the random cases; the same seed gives the same cases' },
    group: { value: 'group', meaning: 'runs only this group: requests, documents, csv, sql or bombs' },
    path: { value: 'path', meaning: 'runs only this case of a group, with the path that a failure prints' },
  },
  run: async (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) process.env[`WALLFEED_FUZZ_${name.toUpperCase()}`] = String(value);
    }
    endOnSignal();
    const { counts } = await jestStep(['tests/infra/lab/fuzz']).run();
    console.log(`${counts.passed} passed, ${counts.failed} failed`);
    return counts.failed > 0 ? fail('') : undefined;
  },
});
