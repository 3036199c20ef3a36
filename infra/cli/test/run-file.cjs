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

/** Returns a function that calls the function with this name of the test file that runs. */
const follow = (name) =>
  new Proxy(() => undefined, {
    apply: (_function, _this, args) => globalThis[name](...args),
    get: (_function, key) => globalThis[name][key],
  });

const GLOBALS = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'jest', 'test'];

/** The exports of the modules that stand in for others, by URL. */
const substitutes = new Map([
  ['substitute:@jest/globals', Object.fromEntries(GLOBALS.map((name) => [name, follow(name)]))],
]);
const SUBSTITUTES = Symbol.for('wallfeed.substitutes');
globalThis[SUBSTITUTES] = substitutes;

/** Returns the source of a module with the exports of a substitute. */
const sourceOf = (url) => {
  const names = Object.keys(substitutes.get(url)).join(', ');
  return `export const { ${names} } = globalThis[Symbol.for('${SUBSTITUTES.description}')].get('${url}');`;
};

/**
 * Matches a test file that gets modules of its own. The file replaces a module, or sets environment variables, itself or by
 * a module of tests/support: a module may read the variables only once and keep their values.
 */
const NEEDS_OWN =
  /unstable_mockModule|Object\.assign\(process\.env|process\.env\.\w+ = |support\/(?:requests\/serve-|cloud\/start-(?:cache-table|replies))/;

/** Matches the URLs of modules of which a test file can have its own. Packages are shared. */
const OWN = /\.ts$/;

/** Returns the query of a URL, which a module hands on to the modules that it imports. Node loads a module once for each query. */
const queryOf = (url) => (url?.startsWith('file:') ? new URL(url).search : '');

registerHooks({
  resolve: (name, context, next) => {
    const query = queryOf(context.parentURL);
    const substitute = [`substitute:${name}`, `substitute:${name}${query}`].find((url) => substitutes.has(url));
    if (substitute) return { url: substitute, shortCircuit: true };
    const found = next(name, context);
    return OWN.test(found.url) ? { ...found, url: found.url + query } : found;
  },
  load: (url, context, next) =>
    substitutes.has(url) ? { format: 'module', source: sourceOf(url), shortCircuit: true } : next(url, context),
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

/** Number of test files of this worker with modules of their own. */
let owners = 0;

/**
 * Lets Node load the test file and what it imports, as it loads the program itself. The files of a worker share modules, so
 * that each module is loaded and compiled once. A file that needs modules of its own has a query in its URL.
 */
const loadByNode = (runtime, jest) => {
  let query = '';
  jest.unstable_mockModule = (name, create) => substitutes.set(`substitute:${name}${query}`, create());
  runtime.requireInternalModule = loadRunner;
  runtime.unstable_importModule = async (path) => {
    if (NEEDS_OWN.test(readFileSync(path, 'utf8'))) {
      owners += 1;
      query = `?own=${owners}`;
    }
    await import(pathToFileURL(path) + query);
    // The other workers load the same modules at the same time.
    flushCompileCache();
  };
};

let last = 0;

/** Sends no message for each test, which nobody reads: the results of the file have them all. */
const run = async (globalConfig, config, environment, runtime, path) => {
  if (environment.global === globalThis) loadByNode(runtime, environment.global.jest);
  const result = await runFile(globalConfig, config, environment, runtime, path);
  // Node would write the compiled modules when the worker ends. A worker with too much memory is killed instead.
  flushCompileCache();
  const now = readProcessorSeconds();
  const processorSeconds = now - last;
  last = now;
  return { ...result, processorSeconds };
};

module.exports = Object.assign(run, { NEEDS_OWN });
