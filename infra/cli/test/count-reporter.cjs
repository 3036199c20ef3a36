// A jest reporter that tells the process which started jest how many tests passed and failed, and how long each file
// took. Ends jest and its workers if that process is gone.
process.once('disconnect', () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'));
// When the reader of the output has ended, as after `npm test 2>&1 | head`, the process that started jest ends everything.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.kill(process.ppid, 'SIGTERM'));
// The listener would otherwise keep jest alive after its last test.
process.channel?.unref();

const describeFile = ({ testFilePath, perfStats, processorSeconds = 0, testExecError, ...counts }) => ({
  path: testFilePath,
  passed: counts.numPassingTests,
  failed: counts.numFailingTests + (testExecError ? 1 : 0),
  milliseconds: perfStats.runtime,
  processorSeconds,
});

module.exports = function CountReporter() {
  return {
    onRunComplete: (_contexts, { testResults }) => process.send?.({ files: testResults.map(describeFile) }),
  };
};
