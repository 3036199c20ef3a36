// Creates the environment of a test file: the global object of the worker. What a file sets in the process is restored after it.
const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const environmentOfJest = require.resolve('jest-environment-node', { paths: [core] });
const { default: NodeEnvironment } = require(environmentOfJest);
const { ModuleMocker } = require(require.resolve('jest-mock', { paths: [environmentOfJest] }));
const { ModernFakeTimers } = require(require.resolve('@jest/fake-timers', { paths: [environmentOfJest] }));

/**
 * The number of frames in the stack of an error: Node's default. Jest's value, 100, costs time, because each `expect`
 * creates an error.
 */
const STACK_FRAMES = 10;

const bind = (object, ...names) => Object.fromEntries(names.map((name) => [name, object[name].bind(object)]));

/** The part of `jest` that tests use. run-file.cjs adds `unstable_mockModule`. */
const createJestObject = (mocker, timers) => ({
  mocked: (value) => value,
  ...bind(mocker, 'fn', 'spyOn', 'restoreAllMocks'),
  ...bind(timers, 'useFakeTimers', 'useRealTimers', 'setSystemTime', 'advanceTimersByTime', 'advanceTimersByTimeAsync'),
});

const restoreVariables = (variables) => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
};

/** The environment of a test file whose modules Node itself loads. */
class WorkerEnvironment {
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

/** Only Jest's own environment can measure the coverage of modules. It gives each file modules of its own. */
module.exports = function createEnvironment(settings, context) {
  return settings.globalConfig.collectCoverage
    ? new NodeEnvironment(settings, context)
    : new WorkerEnvironment(settings);
};
