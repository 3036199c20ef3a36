import { defineCommand } from '../command-line/define-command.ts';
import { prepareDemo } from '../dashboards/demo/exports/refresh-demo.ts';
import { prepareLake } from '../dashboards/lake/generate/refresh-lake.ts';
import { fail } from '../terminal/fail.ts';
import { type Counts, functionStep, jestStep, programStep, type Step } from './test/jest-step.ts';
import { checkLanguage } from './test/plain-english.ts';

/** Builds the functions. Imports the build only when the step runs, so that an error in its files is a failure of this step. */
const build = async () => (await import('../build/bundling/build-functions.ts')).buildFunctions();

/** The steps before all tests. A test also asks for the preparation that it needs, so that it can run alone. */
const firstSteps: readonly Step[] = [
  programStep('lint and format', 'biome', 'check', '.'),
  programStep('types', 'tsc'),
  programStep('types of the page', 'tsc', '-p', 'infra/console/page'),
  functionStep('plain English', checkLanguage),
  functionStep('exports of the demo', prepareDemo),
  functionStep('files of the lake', prepareLake),
  functionStep('build', build),
];

const stepsOf = (args: readonly string[]): readonly Step[] => [...(args.length > 0 ? [] : firstSteps), jestStep(args)];

interface Done extends Counts {
  readonly lines: readonly string[];
}

const runStep = async ({ name, run }: Step): Promise<Done> => {
  const start = performance.now();
  const { counts, output, notes = [] } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (counts.failed > 0 && output) console.log(output.trimEnd());
  const lines = [`${name}: ${counts.failed > 0 ? 'failed' : 'passed'} (${seconds} s)`, ...notes];
  console.log(lines.join('\n'));
  return { ...counts, lines };
};

const runAll = async (steps: readonly Step[]): Promise<readonly Done[]> => {
  const done: Done[] = [];
  for (const step of steps) done.push(await runStep(step));
  return done;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const report = ({ passed, failed }: Counts) => {
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? fail('') : undefined;
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
    const done = await runAll(stepsOf(words));
    if (done.length > 1) console.log(`\n${done.flatMap(({ lines }) => lines).join('\n')}\n`);
    return report({ passed: sum(done.map((one) => one.passed)), failed: sum(done.map((one) => one.failed)) });
  },
});

const runPart = async (args: readonly string[]) => report((await jestStep(args).run()).counts);

export const faults = defineCommand({
  argument: {
    value: 'jest option',
    meaning: "passed on to jest, such as -t 'part of a title' or another pattern of test files",
    isRest: true,
  },
  options: {},
  run: async (_, { words }) => {
    process.env.WALLFEED_FAULTS = 'all';
    return runPart(['tests/faults', ...words]);
  },
});

export const fuzz = defineCommand({
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
    return runPart(['tests/fuzz']);
  },
});
