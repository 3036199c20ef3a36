import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../program/project-root.ts';
import { compileCache, LAZY_WASM } from '../../program/thread.ts';
import { formatTable } from '../../terminal/format-table.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Outcome {
  readonly counts: Counts;
  readonly output?: string;
  readonly notes?: readonly string[];
}

export interface Step {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

const countOne = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

export const programStep = (name: string, program: string, ...args: readonly string[]): Step => ({
  name,
  run: async () => {
    const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { counts: countOne(code === 0), output: out + err };
  },
});

export const functionStep = (name: string, work: () => Promise<unknown>): Step => ({
  name,
  run: async () => {
    try {
      await work();
      return { counts: countOne(true) };
    } catch (error) {
      return { counts: countOne(false), output: error instanceof Error ? error.message : String(error) };
    }
  },
});

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const countReporter = fileURLToPath(new URL('./count-reporter.cjs', import.meta.url));
const longFirst = fileURLToPath(new URL('./long-first.cjs', import.meta.url));
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...LAZY_WASM];
/** Many tests wait, so there may be more test files at a time than cores. Jest would run one fewer. */
const MAX_WORKERS = `--maxWorkers=${availableParallelism() + 2}`;
/** A worker keeps the modules of its test files. One with more memory than this ends, and a new one starts. */
const MEMORY_LIMIT = '--workerIdleMemoryLimit=1000MB';
/** Milliseconds for the end of a worker. Jest allows 500 by default, which is too short on a busy machine. */
const EXIT_TIMEOUT = '--workerGracefulExitTimeout=10000';
const JEST_FLAGS = [MEMORY_LIMIT, EXIT_TIMEOUT, `--testSequencer=${longFirst}`];
const REPORTERS = ['--reporters=default', `--reporters=${countReporter}`];

const SLOWEST_COUNT = 10;

/** Mode of the folder for temporary files: tests that run as root start programs of other users below it. */
const SEARCHABLE = 0o711;

export interface TestFile extends Counts {
  readonly path: string;
  readonly milliseconds: number;
  /** The time of all processors; 0 if the file could not start. */
  readonly processorSeconds: number;
}

interface Report {
  readonly files: readonly TestFile[];
}

const countsOf = (files: readonly TestFile[]): Counts => ({
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failed: files.reduce((sum, { failed }) => sum + failed, 0),
});

const FAILED_RUN: TestFile = { path: '', passed: 0, failed: 1, milliseconds: 0, processorSeconds: 0 };

const formatSlowest = (files: readonly TestFile[]): string => {
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST_COUNT);
  const rows = slowest.map(({ path, milliseconds, processorSeconds }) => [
    (milliseconds / 1000).toFixed(1),
    processorSeconds.toFixed(1),
    relative(projectRoot, path),
  ]);
  const total = files.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
  const heading = `Slowest files in seconds, and the processor time of each (${total.toFixed(0)} s for all files):`;
  return `\n${heading}\n${formatTable(rows, [0, 1])}`;
};

/** Returns the environment without the settings of AWS, because no test may reach the user's account. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_')));

/**
 * Runs Jest in a process group of its own, so that Ctrl-C reaches this process alone, which then ends what the tests
 * started. Returns the files that ran. If Jest fails without a failed test, such as for a wrong option, adds a failed file.
 */
const runJest = async (args: readonly string[]): Promise<readonly TestFile[]> => {
  const tmp = mkdtempSync(join(tmpdir(), 'wallfeed-test-'));
  chmodSync(tmp, SEARCHABLE);
  // A process that ends may still write there.
  process.on('exit', () => rmSync(tmp, { recursive: true, force: true, maxRetries: 10 }));
  const given = args.some((argument) => /^(?:--maxWorkers|--runInBand|-i$|-w)/.test(argument));
  // All processes of the tests share this cache, so that each module is compiled once.
  flushCompileCache();
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, jest, ...(given ? [] : [MAX_WORKERS]), ...JEST_FLAGS, ...args, ...REPORTERS],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
      env: { ...ownEnvironment(), ...compileCache(), TMPDIR: tmp },
    },
  );
  let files: readonly TestFile[] = [];
  child.on('message', (message) => {
    ({ files } = message as Report);
  });
  const [code] = await once(child, 'close');
  if (files.length > 1) console.log(formatSlowest(files));
  return code === 0 || countsOf(files).failed > 0 ? files : [...files, FAILED_RUN];
};

/** Maximum number of failed files that run again. More have a common cause. */
const MAX_AGAIN = 10;

/** Runs failed files once more, one after another. One that passes counts as passed, and a note names it. */
export const runAll = async (run = runJest): Promise<Outcome> => {
  const files = await run([]);
  const failed = files.filter((file) => file.failed > 0);
  const paths = failed.map(({ path }) => path).filter(Boolean);
  if (paths.length === 0 || paths.length < failed.length || paths.length > MAX_AGAIN)
    return { counts: countsOf(files) };
  console.log(`\nOnce more, alone: ${paths.map((path) => relative(projectRoot, path)).join(', ')}`);
  const again = await run(['--runInBand', '--runTestsByPath', ...paths]);
  const flaky = again.filter((file) => file.failed === 0).map(({ path }) => `flaky: ${relative(projectRoot, path)}`);
  const counts = countsOf([...files.filter((file) => file.failed === 0), ...again]);
  return { counts, notes: flaky };
};

/** Runs Jest with the given arguments, and with a folder for temporary files that is removed at the end. Jest prints its own progress. */
export const jestStep = (args: readonly string[]): Step => ({
  name: 'tests',
  run: async () => (args.length === 0 ? runAll() : { counts: countsOf(await runJest(args)) }),
});
