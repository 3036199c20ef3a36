// Runs a test file with Jest's own runner. Jest loads every module anew for each test file, which takes twice the processor
// time of the whole run: measured with 27 files, 32 s in place of 17 s. So Node itself loads the modules here, and the test
// files of a worker share them. A file that replaces modules or sets variables of the process begins with
// `/** @jest-environment node */`: it runs as Jest's manual says, in an environment and with modules of its own.
const { existsSync, readFileSync } = require('node:fs');
const { flushCompileCache, registerHooks } = require('node:module');
const { pathToFileURL } = require('node:url');

const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const requireOfJest = (name, from = core) => require(require.resolve(name, { paths: [from] }));
const environmentOfJest = require.resolve('jest-environment-node', { paths: [core] });
const { default: runFile } = requireOfJest('jest-circus/runner', require.resolve('jest-config', { paths: [core] }));
const { extract, parse } = requireOfJest('jest-docblock', require.resolve('jest-runner', { paths: [core] }));
const { ModuleMocker } = requireOfJest('jest-mock', environmentOfJest);
const { ModernFakeTimers } = requireOfJest('@jest/fake-timers', environmentOfJest);

const STAT = '/proc/self/stat';
const TICKS_PER_SECOND = 100;
/**
 * The range of fields in `STAT` with the processor times of the process and of its ended children. The first field after
 * the program's name has the index 0.
 */
const TIMES = [11, 15];

const readProcessorSeconds = () => {
  if (!existsSync(STAT)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const stat = readFileSync(STAT, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(...TIMES).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
};

const GLOBALS = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'jest', 'test'];
const STAND_IN = 'stand-in:@jest/globals';

/** Returns a function that calls the function with this name of the test file that runs. */
const follow = (name) =>
  new Proxy(() => undefined, {
    apply: (_function, _this, args) => globalThis[name](...args),
    get: (_function, key) => globalThis[name][key],
  });

const FOLLOWERS = Symbol.for('wallfeed.globals');
globalThis[FOLLOWERS] = Object.fromEntries(GLOBALS.map((name) => [name, follow(name)]));

registerHooks({
  resolve: (name, context, next) =>
    name === '@jest/globals' ? { url: STAND_IN, shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === STAND_IN
      ? {
          format: 'module',
          source: `export const { ${GLOBALS.join(', ')} } = globalThis[Symbol.for('${FOLLOWERS.description}')];`,
          shortCircuit: true,
        }
      : next(url, context),
});

const bind = (object, ...names) => Object.fromEntries(names.map((name) => [name, object[name].bind(object)]));

/** The part of `jest` that tests use. */
const createJestObject = (mocker, timers) => ({
  mocked: (value) => value,
  ...bind(mocker, 'fn', 'spyOn', 'restoreAllMocks'),
  ...bind(timers, 'useFakeTimers', 'useRealTimers', 'setSystemTime', 'advanceTimersByTime', 'advanceTimersByTimeAsync'),
});

/**
 * The number of frames in the stack of an error: Node's default. Jest's value, 100, costs time, because each `expect`
 * creates an error.
 */
const STACK_FRAMES = 10;

const restoreVariables = (variables) => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
};

/** Creates the environment of a test file that shares modules: the worker's own. `end` restores what a test has changed. */
const createSharedEnvironment = (projectConfig) => {
  const variables = { ...process.env };
  const moduleMocker = new ModuleMocker(globalThis);
  const fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  globalThis.jest = createJestObject(moduleMocker, fakeTimersModern);
  Error.stackTraceLimit = STACK_FRAMES;
  const end = () => {
    moduleMocker.restoreAllMocks();
    fakeTimersModern.dispose();
    restoreVariables(variables);
  };
  return { global: globalThis, moduleMocker, fakeTimersModern, end };
};

let ownOfRunner = [];

/** Loads the runner of a test file. The runner keeps its state in global symbols, which are removed before the next file. */
const loadRunner = (path) => {
  for (const symbol of ownOfRunner) delete globalThis[symbol];
  const others = new Set(Object.getOwnPropertySymbols(globalThis));
  delete require.cache[path];
  const runner = require(path);
  ownOfRunner = Object.getOwnPropertySymbols(globalThis).filter((symbol) => !others.has(symbol));
  return runner;
};

const runShared = async (globalConfig, config, runtime, path) => {
  runtime.requireInternalModule = loadRunner;
  runtime.unstable_importModule = async (file) => {
    await import(pathToFileURL(file));
    // The other workers load the same modules at the same time.
    flushCompileCache();
  };
  const environment = createSharedEnvironment(config);
  try {
    return await runFile(globalConfig, config, environment, runtime, path);
  } finally {
    environment.end();
  }
};

/** True if a test file names its environment, so that it gets one of its own. */
const hasOwnEnvironment = (path) => 'jest-environment' in parse(extract(readFileSync(path, 'utf8')));

let last = 0;

/**
 * Adds the processor time that this worker and the processes that it started have used since its last file. A process counts
 * when it ends: one that outlives its file counts for the next file. Sends no message for each test, which nobody reads.
 */
const run = async (globalConfig, config, environment, runtime, path) => {
  // Only Jest can measure the coverage of the modules that it loads.
  const isShared = !globalConfig.collectCoverage && !hasOwnEnvironment(path);
  const result = isShared
    ? await runShared(globalConfig, config, runtime, path)
    : await runFile(globalConfig, config, environment, runtime, path);
  // Node would write the compiled modules when the worker ends. A worker with too much memory is killed instead.
  flushCompileCache();
  const now = readProcessorSeconds();
  const processorSeconds = now - last;
  last = now;
  return { ...result, processorSeconds };
};

module.exports = Object.assign(run, { createSharedEnvironment });
