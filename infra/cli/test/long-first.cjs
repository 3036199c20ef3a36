// Lets Jest begin with the folders whose files take longest, so that no worker is left with a long file at the end. Jest
// itself knows the times of files only from an earlier run.
const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const { default: Sequencer } = require(require.resolve('@jest/test-sequencer', { paths: [core] }));

const LONG =
  /tests\/(?:package|e2e|browser|faults|infra\/(?:cli|deploy|build|lab\/(?:fuzz|wall)|local\/emulators|stack\/template)|schemas\/properties)/;

const isLong = ({ path }) => LONG.test(path.replaceAll('\\', '/'));

module.exports = class LongFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
