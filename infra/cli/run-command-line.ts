import { projectRoot } from '../build/project-root.ts';
import { COMMANDS } from './commands.ts';
import type { EarlyEnd } from './create-parser.ts';
import { explainCommands } from './explain-commands.ts';
import { explainReadOnly, isReadOnly } from './install.mjs';
import { type NamedCommand, parseArguments } from './parse-arguments.ts';

/** Returns the message that the user sees if an error ends a command. */
export const describeError = (error: unknown): string => {
  const { message, path } = error as NodeJS.ErrnoException;
  const isOwnFolder = path?.startsWith(projectRoot) && isReadOnly(error as NodeJS.ErrnoException);
  return isOwnFolder ? explainReadOnly({ path }, projectRoot) : message;
};

const endEarly = ({ text, exitCode }: EarlyEnd): void => {
  (exitCode === 0 ? console.log : console.error)(text);
  process.exitCode = exitCode;
};

const run = async (command: NamedCommand, args: readonly string[]): Promise<void> => {
  const parsed = parseArguments(command, args);
  if ('text' in parsed) return endEarly(parsed);
  const failed = await command.run(parsed.values, parsed);
  if (!failed) return;
  if (failed.failure !== '') console.error(failed.failure);
  process.exitCode = failed.exitCode;
};

/** Reads `help check` as `check --help`. */
const readHelp = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === 'help' ? [...rest.slice(0, 1), '--help'] : [first ?? '', ...rest];

/** Runs the command that the first argument names, with the remaining arguments. */
export const runCommandLine = async (typed: readonly string[]): Promise<void> => {
  const [name = '', ...args] = readHelp(typed);
  const entry = COMMANDS.get(name);
  if (!entry) return endEarly(await explainCommands(name === '' ? [] : [name]));
  try {
    const { command } = await entry.load();
    await run({ ...command, name, summary: entry.summary }, args);
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
};
