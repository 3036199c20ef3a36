/** Starts an unref'd timer. Returns a function that cancels it. */
export const runLater = (milliseconds: number, run: () => void): (() => void) => {
  const moment = AbortSignal.timeout(Math.max(1, Math.floor(milliseconds)));
  moment.addEventListener('abort', run, { once: true });
  return () => moment.removeEventListener('abort', run);
};
