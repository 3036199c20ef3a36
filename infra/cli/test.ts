import { DEMO } from '../dashboard/dashboard-folder.ts';
import { fail } from '../terminal/fail.ts';
import { defineCommand } from './define-command.ts';
import { refreshDemo } from './refresh-demo.ts';
import { LAKE, refreshLake } from './refresh-lake.ts';
import { jestStep } from './test/jest-step.ts';
import { type Counts, functionStep, programStep, type Step } from './test/step.ts';

/** Builds the functions. Imports the build only now, so that a file with an error counts as a failure of this step. */
const build = async () => (await import('../build/build-functions.ts')).buildFunctions();

const checks: readonly Step[] = [
  programStep('lint and format', 'biome', 'check', '.'),
  programStep('types', 'tsc'),
  programStep('types of the page', 'tsc', '-p', 'infra/console/page'),
];

/** Returns the steps of a run. With arguments, runs only the tests that they name. */
const stepsOf = (args: readonly string[]): readonly Step[] => [
  ...(args.length > 0 ? [] : checks),
  functionStep('exports of the demo', () => refreshDemo(DEMO)),
  functionStep('files of the lake', () => refreshLake(LAKE)),
  functionStep('build', build),
  jestStep(args),
];

const report = async ({ name, run }: Step): Promise<Counts> => {
  const start = performance.now();
  const { counts, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (counts.failed > 0 && output) console.log(output.trimEnd());
  console.log(`${name}: ${counts.failed > 0 ? 'failed' : 'passed'} (${seconds} s)`);
  return counts;
};

const runAll = async (steps: readonly Step[]): Promise<Counts> => {
  let [passed, failed] = [0, 0];
  for (const step of steps) {
    const counts = await report(step);
    passed += counts.passed;
    failed += counts.failed;
  }
  return { passed, failed };
};

export const command = defineCommand({
  argument: {
    value: 'pattern',
    meaning:
      'runs only the test files whose path contains the pattern, without lint and types; ' +
      "every other option goes to jest, such as -t 'part of a title'",
    isRest: true,
  },
  options: {},
  run: async (_, { words }) => {
    const { passed, failed } = await runAll(stepsOf(words));
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? fail('') : undefined;
  },
});
