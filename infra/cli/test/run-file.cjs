// Runs a test file with Jest's own runner, and adds the processor time that this worker and the processes that it started
// have used since its last file. A process counts when it ends: one that outlives its file counts for the next file.
const { existsSync, readFileSync } = require('node:fs');
const { flushCompileCache, registerHooks } = require('node:module');
const { pathToFileURL } = require('node:url');

const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const config = require.resolve('jest-config', { paths: [core] });
const { default: runFile } = require(require.resolve('jest-circus/runner', { paths: [config] }));

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

/**
 * The module that shared modules import as `@jest/globals`. Each export calls the function of this name in the test file
 * that runs.
 */
const GLOBALS = `data:text/javascript,${encodeURIComponent(`
const follow = (name) => new Proxy(() => undefined, {
  apply: (_, self, args) => globalThis[name](...args),
  get: (_, key) => globalThis[name][key],
});
${['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'jest', 'test']
  .map((name) => `export const ${name} = follow('${name}');`)
  .join('\n')}`)}`;

registerHooks({
  resolve: (name, context, next) =>
    name === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(name, context),
});

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

/** Lets Node load the test file and what it imports, as it loads the program itself. */
const shareModules = (runtime) => {
  runtime.requireInternalModule = loadRunner;
  runtime.unstable_importModule = (path) => import(pathToFileURL(path));
};

let last = 0;

module.exports = async (...settings) => {
  const [, , environment, runtime] = settings;
  if (environment.global === globalThis) shareModules(runtime);
  const result = await runFile(...settings);
  // Without this call, Node would write all compiled modules when the worker ends. Jest waits only half a second for the
  // end of a worker.
  flushCompileCache();
  const now = readProcessorSeconds();
  const processorSeconds = now - last;
  last = now;
  return { ...result, processorSeconds };
};
