import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../build/project-root.ts';
import type { Counts, Step } from './step.ts';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const countReporter = fileURLToPath(new URL('./count-reporter.cjs', import.meta.url));
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
/**
 * Lets Jest use every core, because many tests wait for processes that they start. By default, Jest leaves one core
 * idle.
 */
const MAX_WORKERS = '--maxWorkers=100%';
const REPORTERS = ['--reporters=default', `--reporters=${countReporter}`];

/**
 * Runs Jest and counts passed and failed tests. If Jest fails without a failed test, such as for a suite that cannot
 * start, counts one failure.
 */
const runJest = async (args: readonly string[]): Promise<Counts> => {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const command = [...NODE_FLAGS, jest, MAX_WORKERS, ...args, ...REPORTERS];
  const child = spawn(process.execPath, command, { cwd: projectRoot, stdio: [...stdio] });
  let counts: Counts = { passed: 0, failed: 0 };
  child.on('message', (message) => {
    counts = message as Counts;
  });
  const [code] = await once(child, 'close');
  return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
};

/** Runs Jest with the given arguments. Jest prints its own progress. */
export const jestStep = (args: readonly string[]): Step => ({
  name: 'tests',
  run: async () => ({ counts: await runJest(args) }),
});
