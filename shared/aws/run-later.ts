/** Runs something after so many milliseconds, for which nobody waits. The result: no longer to do so. */
export const runLater = (milliseconds: number, run: () => void): (() => void) => {
  const moment = AbortSignal.timeout(Math.max(1, Math.floor(milliseconds)));
  moment.addEventListener('abort', run, { once: true });
  return () => moment.removeEventListener('abort', run);
};
