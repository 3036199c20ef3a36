const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One Ctrl-C may arrive twice, from the terminal and through npm; that is not a second one. Milliseconds. */
const DUPLICATE_SIGNAL_MS = 300;

/** Aborted by the first signal that asks the process to end; a second one ends it at once. */
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
