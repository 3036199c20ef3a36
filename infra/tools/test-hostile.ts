import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';
import { jestStep } from './test/jest-step.ts';

const COMMAND: Command = {
  name: 'npm run test:hostile',
  purpose: 'Sends generated requests, and requests for generated files and results, to the built functions.',
  options: {
    runs: { type: 'string', value: 'number', meaning: 'how many, of all groups together', default: '100000' },
    seed: { type: 'string', value: 'number', meaning: 'draws others; the same seed draws the same' },
    group: { type: 'string', value: 'group', meaning: 'requests, documents, csv, sql or bombs alone' },
    path: { type: 'string', value: 'path', meaning: 'one case of a group, as a failure names it' },
  },
};

await runCommand(COMMAND, async (values) => {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) process.env[`WALLFEED_HOSTILE_${name.toUpperCase()}`] = String(value);
  }
  const { counts } = await jestStep(['tests/hostile']).run();
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 ? fail('') : undefined;
});
