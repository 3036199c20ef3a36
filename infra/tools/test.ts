import { jestStep } from './test/jest-step.ts';
import { type Counts, functionStep, programStep, type Step } from './test/step.ts';

/** Imported late, so that sources which cannot even be loaded are a failure like any other. */
const build = async () => (await import('../build/build-functions.ts')).buildFunctions();

const steps: readonly Step[] = [
  programStep('lint and format', 'biome', 'check', '.'),
  programStep('types', 'tsc'),
  functionStep('build', build),
  jestStep(process.argv.slice(2)),
];

const report = async ({ name, run }: Step): Promise<Counts> => {
  const start = performance.now();
  const { counts, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (counts.failed > 0 && output) console.log(output.trimEnd());
  console.log(`${name}: ${counts.failed > 0 ? 'failed' : 'right'} (${seconds} s)`);
  return counts;
};

let passed = 0;
let failed = 0;
for (const step of steps) {
  const counts = await report(step);
  passed += counts.passed;
  failed += counts.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
