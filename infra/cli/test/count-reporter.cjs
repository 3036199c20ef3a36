// A jest reporter that tells the process which started jest how many tests passed and failed.
module.exports = function CountReporter() {
  return {
    onRunComplete: (_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) =>
      process.send?.({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }),
  };
};
