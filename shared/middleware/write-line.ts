/** So many characters are written without waiting for more. */
const MOST_WAITING = 4_096;

let waiting = '';

const flush = (): void => {
  if (waiting === '') return;
  const text = waiting;
  waiting = '';
  process.stdout.write(text);
};

process.once('exit', flush);

/**
 * Writes a line to the log, together with the others of this turn of the event loop. The runtime waits for the end of the
 * turn before it sends an answer, so that a line is never written after its answer is sent.
 */
export const writeLine = (line: string): void => {
  if (waiting === '') setImmediate(flush);
  waiting += `${line}\n`;
  if (waiting.length > MOST_WAITING) flush();
};
