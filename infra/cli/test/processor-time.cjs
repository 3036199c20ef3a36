// Runs a test file with Jest's own runner, and adds the processor time that this worker and the processes that it started
// have used since its last file. A process counts when it ends: one that outlives its file counts for the next file.
const { existsSync, readFileSync } = require('node:fs');

const core = require.resolve('@jest/core', { paths: [require.resolve('jest')] });
const config = require.resolve('jest-config', { paths: [core] });
const { default: runFile } = require(require.resolve('jest-circus/runner', { paths: [config] }));

const STAT = '/proc/self/stat';
const TICKS_PER_SECOND = 100;
/** Where the times of the process and of its ended children stand, counted from the end of the program's name. */
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

let last = 0;

module.exports = async (...settings) => {
  const result = await runFile(...settings);
  const now = readProcessorSeconds();
  const processorSeconds = now - last;
  last = now;
  return { ...result, processorSeconds };
};
