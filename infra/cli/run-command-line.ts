import { type EarlyEnd, explainCommands, type NamedCommand, parseArguments } from '../command-line/parse-arguments.ts';
import { languageOf, nameFirst, setLanguage } from '../language/language.ts';
import { explainReadOnly } from '../program/any-node.mjs';
import { isPackaged } from '../program/project-root.ts';
import { describeSystemError } from '../terminal/fail.ts';
import { print, printError } from '../terminal/print.ts';
import { COMMANDS, isOnlyInClones } from './commands.ts';

export const describeError = (error: unknown): string =>
  explainReadOnly(error as NodeJS.ErrnoException) ?? describeSystemError(error) ?? (error as Error).message;

const endEarly = ({ text, exitCode }: EarlyEnd | { readonly text: string; readonly exitCode: 1 }): void => {
  (exitCode === 0 ? print : printError)(text);
  process.exitCode = exitCode;
};

const run = async (command: NamedCommand, args: readonly string[]): Promise<void> => {
  const parsed = parseArguments(command, args);
  if ('text' in parsed) return endEarly(parsed);
  // Tests and benchmarks start servers and browsers, which would go on running.
  if (command.forSources) (await import('./end-processes.ts')).endOnSignal();
  const failed = await command.run(parsed.values, parsed);
  if (!failed) return;
  if (failed.failure !== '') console.error(failed.failure);
  process.exitCode = failed.exitCode;
};

const explainClone = (name: string): string =>
  `${name} needs the sources of Wallfeed: clone its repository, and run npm run ${name} there`;

/** True if a module is missing. wallfeed.mjs explains this error to the user. */
const isModuleMissing = ({ code }: NodeJS.ErrnoException): boolean => /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '');

export const runCommandLine = async (typed: readonly string[]): Promise<void> => {
  const [name = '', ...args] = nameFirst(typed);
  setLanguage(languageOf(typed, process.env));
  const entry = COMMANDS.get(name);
  if (isOnlyInClones(name)) return endEarly({ text: explainClone(name), exitCode: 1 });
  if (!entry)
    return endEarly(await explainCommands(COMMANDS, name.startsWith('-') ? nameFirst(typed) : [name].filter(Boolean)));
  try {
    const { command } = await entry.load();
    await run({ ...command, ...entry, name }, args);
  } catch (error) {
    if (isPackaged && isModuleMissing(error as NodeJS.ErrnoException)) throw error;
    printError(describeError(error));
    process.exitCode = (error as { readonly exitCode?: number }).exitCode ?? 1;
  }
};
