const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time within which several signals count as one, because one Ctrl-C may arrive twice: from the terminal and from npm.
 */
const DUPLICATE_SIGNAL_MS = 300;

/**
 * Returns an AbortSignal that aborts on the first SIGINT, SIGTERM or SIGHUP. A second such signal ends the process at
 * once.
 */
export const createEndSignal = (): AbortSignal => {
  const controller = new AbortController();
  let asked = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (controller.signal.aborted && performance.now() - asked > DUPLICATE_SIGNAL_MS) process.exit(1);
      if (!controller.signal.aborted) asked = performance.now();
      controller.abort();
    });
  }
  return controller.signal;
};
