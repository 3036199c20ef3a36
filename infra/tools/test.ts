import { jestStep } from './test/jest-step.ts';
import { type Counts, functionStep, programStep, type Step } from './test/step.ts';

const USAGE = `Runs lint, types, build and every test, and ends with a line "N passed, N failed".

usage: npm test [-- <pattern>... [<jest options>]]

  <pattern>   runs only the test files whose path contains it, without lint and types
  --help      prints this; every other option goes to jest, such as -t 'part of a title'`;

/** Imported only when it runs, so that sources which cannot be loaded count as a failure. */
const build = async () => (await import('../build/build-functions.ts')).buildFunctions();

const args = process.argv.slice(2);

const checks: readonly Step[] = [programStep('lint and format', 'biome', 'check', '.'), programStep('types', 'tsc')];
const steps: readonly Step[] = [...(args.length > 0 ? [] : checks), functionStep('build', build), jestStep(args)];

const report = async ({ name, run }: Step): Promise<Counts> => {
  const start = performance.now();
  const { counts, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (counts.failed > 0 && output) console.log(output.trimEnd());
  console.log(`${name}: ${counts.failed > 0 ? 'failed' : 'passed'} (${seconds} s)`);
  return counts;
};

const runAll = async (): Promise<Counts> => {
  let [passed, failed] = [0, 0];
  for (const step of steps) {
    const counts = await report(step);
    passed += counts.passed;
    failed += counts.failed;
  }
  return { passed, failed };
};

if (args.includes('--help') || args.includes('-h')) {
  console.log(USAGE);
} else {
  const { passed, failed } = await runAll();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
