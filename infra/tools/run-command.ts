import { projectRoot } from '../build/project-root.ts';
import { explainReadOnly, isReadOnly } from './install.mjs';
import { type Command, type ReadOptions, readOptions } from './read-options.ts';

export type CommandValues = Extract<ReadOptions, { values: unknown }>['values'];

/** Ends a command with one line and an exit code: 2 for what was typed, 1 for everything else. */
export interface CommandFailure {
  readonly failure: string;
  readonly exitCode: 1 | 2;
}

export const fail = (failure: string, exitCode: 1 | 2 = 1): CommandFailure => ({ failure, exitCode });

/** The text for the user of an error that ends a command. */
export const describeError = (error: unknown): string => {
  const { message, path } = error as NodeJS.ErrnoException;
  const isOwnFolder = path?.startsWith(projectRoot) && isReadOnly(error as NodeJS.ErrnoException);
  return isOwnFolder ? explainReadOnly({ path }, projectRoot) : message;
};

/** Runs a command with the options of the process; what it throws is one text for the user, without a stack. */
export const runCommand = async (
  command: Command,
  work: (values: CommandValues, argument?: string) => Promise<CommandFailure | undefined>,
): Promise<void> => {
  const read = readOptions(command, process.argv.slice(2));
  if ('text' in read) {
    (read.exitCode === 0 ? console.log : console.error)(read.text);
    process.exitCode = read.exitCode;
    return;
  }
  try {
    const failed = await work(read.values, read.argument);
    if (!failed) return;
    if (failed.failure !== '') console.error(failed.failure);
    process.exitCode = failed.exitCode;
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
};
