import { readFile } from 'node:fs/promises';
import { Argument, CommanderError, Help, Option, Command as Parser } from 'commander';
import { TOPICS } from '../help/print-topic.ts';
import { forReader, LANGUAGE_OPTION, language } from '../language/language.ts';
import { commandLine, helpLine } from '../program/command-line.ts';
import { programPath } from '../program/program-files.ts';
import { isPackaged } from '../program/project-root.ts';
import { EXIT_USAGE } from '../terminal/fail.ts';
import { formatTable, WIDTH_CHARS, widthOf, wrapLines } from '../terminal/format-table.ts';
import type {
  Command,
  CommandEntry,
  CommandOption,
  CommandOptions,
  Commands,
  CommandWords,
  OptionValues,
} from './define-command.ts';

/** The help of a command, or an error in its arguments. */
export interface EarlyEnd {
  readonly text: string;
  readonly exitCode: 0 | typeof EXIT_USAGE;
}

const errorLine = (text: string, help: string): string => {
  const message = text
    .trim()
    .replace(/^error: /, '')
    .replace(/ argument missing$/, ' needs a value');
  return `${message.replaceAll('\n', ' ')}. For help: ${help}`;
};

const { commandDescription, subcommandDescription, argumentDescription, optionDescription } = Help.prototype;

/** Writes the help in the language of the terminal. Chinese characters are two columns wide. */
const READABLE: Partial<Help> = {
  styleTitle: forReader,
  commandDescription: (command) => forReader(commandDescription(command)),
  subcommandDescription: (command) => forReader(subcommandDescription(command)),
  argumentDescription: (argument) => forReader(argumentDescription(argument)),
  optionDescription: (option) => forReader(optionDescription(option)),
  displayWidth: widthOf,
  boxWrap: (text, width) => wrapLines(text, width).join('\n'),
};

/** Creates a parser that throws instead of ending the process. `help` is the command line that prints its help. */
const createParser = (program: string, help: string): Parser =>
  new Parser(program)
    .helpOption('-h, --help', 'prints this help')
    .helpCommand(false)
    .configureHelp(language() === 'zh' ? READABLE : {})
    .configureOutput({ outputError: (text, write) => write(errorLine(text, help)) })
    .exitOverride();

const catchEarlyEnd = <Result>(parser: Parser, parse: () => Result): Result | EarlyEnd => {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  parser.configureOutput({ writeOut: write, writeErr: write });
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { text: text.trimEnd(), exitCode: error.exitCode === 0 ? 0 : EXIT_USAGE };
  }
};

/** Options of commands that npm has too. Their variables contain npm's own settings, so they are ignored. */
const NPM_OPTIONS: ReadonlySet<string> = new Set(['cache', 'yes']);

type Environment = Readonly<Record<string, string | undefined>>;

const variableOf = (name: string): string => `npm_config_${name.replaceAll('-', '_')}`;

/**
 * Reads variables, because `npm run check --dashboard=x` passes no argument on and sets `npm_config_dashboard`. Returns
 * the options as arguments, or the name of an option whose value npm dropped.
 */
const findNpmOptions = (
  options: CommandOptions,
  environment: Environment,
): { readonly args: readonly string[] } | { readonly lost: string } => {
  const args: string[] = [];
  for (const [name, { value }] of Object.entries(options)) {
    const found = NPM_OPTIONS.has(name) ? undefined : environment[variableOf(name)];
    if (!found || found === 'false') continue;
    if (value !== undefined && found === 'true') return { lost: name };
    args.push(value === undefined ? `--${name}` : `--${name}=${found}`);
  }
  return { args };
};

export interface NamedCommand extends Command, Omit<CommandEntry, 'load'> {
  readonly name: string;
}

const createOption = (
  name: string,
  { value, meaning, isList, isOptional, default: fallback }: CommandOption,
): Option => {
  if (value === undefined) return new Option(`--${name}`, meaning);
  const words = `${value}${isList ? '...' : ''}`;
  const option = new Option(`--${name} ${isOptional ? `[${words}]` : `<${words}>`}`, meaning);
  return fallback === undefined ? option : option.default(fallback, fallback);
};

/** Flags have no value. */
const findValueError = (name: string, { value, choices }: CommandOption, given: unknown): string | undefined => {
  if (typeof given !== 'string') return undefined;
  if (given === '' || given.startsWith('--')) return `option '--${name} <${value}>' needs a value`;
  return choices && !choices.includes(given)
    ? `--${name} must be one of ${choices.join(', ')}; found ${given}`
    : undefined;
};

const addOption = (parser: Parser, name: string, option: CommandOption): void => {
  let isGiven = false;
  parser.on(`option:${name}`, (given: unknown) => {
    const error = isGiven && !option.isList ? `--${name} is given twice` : findValueError(name, option, given);
    if (error !== undefined) parser.error(error);
    isGiven = true;
  });
  parser.addOption(createOption(name, option));
};

const usageOf = ({ argument }: Command): string => {
  const dashes = isPackaged ? '' : '-- ';
  if (!argument) return `${dashes}[options]`;
  if (argument.isMany) return `[${argument.value}...] ${dashes}[options]`;
  return argument.isRest ? `[${dashes}<${argument.value}>...]` : `<${argument.value}> ${dashes}[options]`;
};

const createArgument = ({ value, meaning, isRest, isMany, isOptional }: NonNullable<Command['argument']>): Argument => {
  if (isRest || isMany) return new Argument(`[${value}...]`, meaning);
  return new Argument(isOptional ? `[${value}]` : `<${value}>`, meaning);
};

/** Names the two dashes only for npm scripts: `npx wallfeed` passes on everything after the command's name. */
const describeLost = (name: string, lost: string): string => {
  const line = commandLine(name, `--${lost}`, '<value>');
  const advice = isPackaged ? `unset ${variableOf(lost)}, or write ${line}` : `write all options behind --: ${line}`;
  return `npm did not pass --${lost} on: ${advice}`;
};

const wrapNotes = (notes: readonly string[]): string =>
  notes
    .flatMap((note) => forReader(note).split('\n'))
    .flatMap((line) => (widthOf(line) > WIDTH_CHARS ? wrapLines(line, WIDTH_CHARS) : [line]))
    .join('\n');

const createCommandParser = (command: NamedCommand): Parser => {
  const { name, summary, options, argument, notes } = command;
  const parser = createParser(commandLine(name), commandLine(name, '--help'))
    .description(summary)
    .usage(usageOf(command))
    .allowExcessArguments()
    .allowUnknownOption(argument?.isRest === true);
  if (argument) parser.addArgument(createArgument(argument));
  for (const [optionName, option] of Object.entries(options)) addOption(parser, optionName, option);
  return notes ? parser.addHelpText('after', `\n${wrapNotes(notes)}`) : parser;
};

const checkWords = (parser: Parser, { name, options, argument }: NamedCommand): void => {
  if (argument?.isRest || argument?.isMany) return;
  if (argument && parser.args[0] === '') parser.error(`missing required argument '${argument.value}'`);
  const word = parser.args[argument ? 1 : 0];
  if (word === undefined) return;
  const [option] = Object.entries(options).find(([, { value }]) => value !== undefined) ?? [];
  const hint = option === undefined || argument ? '' : ` (Did you mean ${commandLine(name, `--${option}`, word)}?)`;
  parser.error(`unexpected argument '${word}'${hint}`);
};

/** Adds `--lang`, except to a command whose options belong to another program. */
const withLanguage = (command: NamedCommand): NamedCommand =>
  command.argument?.isRest ? command : { ...command, options: { ...command.options, lang: LANGUAGE_OPTION } };

/** Parses the options that npm consumed and left in the environment, and then the arguments of a command. */
export const parseArguments = (
  given: NamedCommand,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): EarlyEnd | (CommandWords & { readonly values: OptionValues<Command['options']> }) => {
  const command = withLanguage(given);
  const parser: Parser = createCommandParser(command);
  return catchEarlyEnd(parser, () => {
    const npm = findNpmOptions(command.options, environment);
    if ('lost' in npm) parser.error(describeLost(command.name, npm.lost));
    const typed = [...npm.args, ...args];
    parser.parse(typed, { from: 'user' });
    checkWords(parser, command);
    const { lang, ...options } = parser.opts();
    const values = parser.options.map((option) => {
      const value = options[option.attributeName()];
      // commander gives a flag such as --no-verify the name `verify`, and the value false.
      if (option.negate) return [option.name(), value === false] as const;
      if (option.isBoolean()) return [option.name(), value === true] as const;
      return [option.name(), value === true ? [] : value] as const;
    });
    return { values: Object.fromEntries(values), words: parser.args, typed };
  });
};

const listTopics = (): string => {
  const rows = TOPICS.entries().map(([name, { summary }]) => [` ${name}`, forReader(summary)]);
  return [forReader(`Topics, which ${commandLine('help', '<topic>')} prints:`), formatTable(rows.toArray())].join('\n');
};

const [PROGRAM, USAGE] = isPackaged ? ['wallfeed', '<command> [options]'] : ['npm run', '<command> -- [options]'];

/** Returns the list of commands, or an error if no command has the given name. */
export const explainCommands = async (commands: Commands, args: readonly string[]): Promise<EarlyEnd> => {
  const { version } = JSON.parse(await readFile(programPath('manifest'), 'utf8'));
  const parser = createParser(PROGRAM, helpLine()).usage(USAGE).version(version, '-v, --version', 'prints the version');
  for (const [name, { summary }] of commands) parser.command(name).description(summary);
  addOption(parser, 'lang', LANGUAGE_OPTION);
  parser.addHelpText('after', `\n${listTopics()}`);
  const end = catchEarlyEnd(parser, () => parser.parse(args, { from: 'user' }));
  if (!('text' in end)) throw new Error(`the arguments ${args.join(' ')} name a command`);
  return end;
};
