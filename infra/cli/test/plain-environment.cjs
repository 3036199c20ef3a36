// The environment of Jest for Node, with an ordinary global object. Jest's own passes each use of a global name, such as
// `Map`, through a proxy: 240 times slower, and up to 45 % of the processor time of a test file.
const vm = require('node:vm');

const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const { default: NodeEnvironment } = require(require.resolve('jest-environment-node', { paths: [core] }));

const { createContext } = vm;

/** The number of calls that an error remembers: Node's default. Jest sets 100, and `expect` creates an error for each use. */
const STACK_FRAMES = 10;

module.exports = class PlainEnvironment extends NodeEnvironment {
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
};
