// Creates the environment of a test file. By default, a file shares its modules with the other files of its worker, so that
// each module is loaded and compiled once. What a file sets in the process is restored after it.
const { readFileSync } = require('node:fs');
const vm = require('node:vm');

const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const environmentOfJest = require.resolve('jest-environment-node', { paths: [core] });
const { default: NodeEnvironment } = require(environmentOfJest);
const { ModuleMocker } = require(require.resolve('jest-mock', { paths: [environmentOfJest] }));
const { ModernFakeTimers } = require(require.resolve('@jest/fake-timers', { paths: [environmentOfJest] }));

/**
 * Matches a test file that sets environment variables, itself or by a module of the lab. The file gets modules of its
 * own, because a module may read the variables only once and keep their values.
 */
const SETS_VARIABLES =
  /Object\.assign\(process\.env|process\.env\.\w+ = |lab\/(?:requests\/serve-|cloud\/start-(?:cache-table|replies)|matrix\/account)/;
/** Matches a test file that replaces a module, which only Jest can do. */
const REPLACES_MODULES = /unstable_mockModule/;

/**
 * The number of frames in the stack of an error: Node's default. Jest's value, 100, costs time, because each `expect`
 * creates an error.
 */
const STACK_FRAMES = 10;

const { createContext } = vm;

/**
 * The environment of Jest for Node, with an ordinary global object. Jest's global object is a proxy: each use of a global
 * name, such as `Map`, is 240 times slower, which takes up to 45 % of the processor time of a test file.
 */
class OwnModules extends NodeEnvironment {
  constructor(...settings) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...settings);
    } finally {
      vm.createContext = createContext;
    }
  }

  async setup() {
    await super.setup();
    this.global.Error.stackTraceLimit = STACK_FRAMES;
  }
}

const bind = (object, ...names) => Object.fromEntries(names.map((name) => [name, object[name].bind(object)]));

/** The part of `jest` that tests use. */
const createJestObject = (mocker, timers) => ({
  ...bind(mocker, 'fn', 'spyOn', 'restoreAllMocks'),
  ...bind(timers, 'useFakeTimers', 'useRealTimers', 'setSystemTime', 'advanceTimersByTime', 'advanceTimersByTimeAsync'),
});

const restoreVariables = (variables) => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
};

/** The global object of the worker, and modules that Node itself loads. */
class SharedModules {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #variables = { ...process.env };
  #getBuiltinModule = process.getBuiltinModule;
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.global.jest = createJestObject(this.moduleMocker, this.fakeTimersModern);
  }

  getVmContext() {
    return null;
  }

  /** Restores a function of the process that Jest has replaced for the modules that Jest loads, and sets the length of stacks. */
  async setup() {
    process.getBuiltinModule = this.#getBuiltinModule;
    Error.stackTraceLimit = STACK_FRAMES;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    process.exit = this.#exit;
    restoreVariables(this.#variables);
  }
}

module.exports = function createEnvironment(settings, context) {
  const source = readFileSync(context.testPath, 'utf8');
  const needsOwn = SETS_VARIABLES.test(source) || REPLACES_MODULES.test(source);
  return needsOwn || settings.globalConfig.collectCoverage
    ? new OwnModules(settings, context)
    : new SharedModules(settings);
};
