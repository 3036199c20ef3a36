import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { forReader } from '../language/language.ts';

/** Matches control characters, line and paragraph separators, and marks that change the direction of text. */
const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

const escapeOne = (character: string): string => {
  if (character === '\n' || character === '\t') return character;
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
};

/**
 * Writes characters that steer a terminal as `\x1b` or `\u202e`, so that no file, argument or message of a service can.
 * Line feeds and tabs remain.
 */
export const escapeControls = (text: string): string => text.replace(STEERING, escapeOne);

export const printData = (text: string): void => console.log(escapeControls(text));

/** Prints sentences on the standard output in the language of the terminal, without steering characters. */
export const print = (text: string): void => printData(forReader(text));

/** Prints sentences on the standard error in the language of the terminal, without steering characters. */
export const printError = (text: string): void => console.error(escapeControls(forReader(text)));

/** Prints only JSON as it is. */
export const printFormat = (format: string, text: string): void =>
  format === 'json' ? console.log(text) : printData(text);

export interface StepOptions {
  readonly signal?: AbortSignal;
  /** Where progress is printed: the standard output unless a command keeps that for its result. */
  readonly output?: NodeJS.WritableStream;
}

/** Prints what is being done, then how long it took, or that it failed or was stopped by `signal`. */
export const step = async <Result>(
  words: string,
  work: () => Promise<Result>,
  { signal, output = process.stdout }: StepOptions = {},
): Promise<Result> => {
  const started = performance.now();
  output.write(`${escapeControls(forReader(words))} ... `);
  try {
    const result = await work();
    output.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    output.write(`${forReader(signal?.aborted ? 'stopped' : 'failed')}\n`);
    throw error;
  }
};

/** Returns an empty text if the user ends the input with Ctrl-C or Ctrl-D. */
export const ask = async (
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<string> => {
  const terminal = createInterface({ input, output });
  const closed = once(terminal, 'close').then(() => '');
  try {
    return (await Promise.race([terminal.question(escapeControls(forReader(question))), closed])).trim();
  } finally {
    terminal.close();
  }
};
