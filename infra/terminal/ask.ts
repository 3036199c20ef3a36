import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { escapeControls } from './print.ts';

/** Asks a question in the terminal. Returns an empty text if the user ends the input with Ctrl-C or Ctrl-D. */
export const ask = async (
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<string> => {
  const terminal = createInterface({ input, output });
  const closed = once(terminal, 'close').then(() => '');
  try {
    return (await Promise.race([terminal.question(escapeControls(question)), closed])).trim();
  } finally {
    terminal.close();
  }
};
