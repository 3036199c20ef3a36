import { CommanderError, Help, Command as Parser } from 'commander';
import stringWidth from 'string-width';
import { forReader, language } from '../language/language.ts';
import { EXIT_USAGE } from '../terminal/fail.ts';
import { wrapLines } from '../terminal/wrap-lines.ts';

/** The text that ends a command before it runs: its help, or an error in its arguments. */
export interface EarlyEnd {
  readonly text: string;
  readonly exitCode: 0 | typeof EXIT_USAGE;
}

/** Formats an error of commander in one line, with the command that prints the help. */
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
  displayWidth: stringWidth,
  boxWrap: (text, width) => wrapLines(text, width).join('\n'),
};

/** Creates a parser that throws instead of ending the process. `help` is the command line that prints its help. */
export const createParser = (program: string, help: string): Parser =>
  new Parser(program)
    .helpOption('-h, --help', 'prints this help')
    .helpCommand(false)
    .configureHelp(language() === 'zh' ? READABLE : {})
    .configureOutput({ outputError: (text, write) => write(errorLine(text, help)) })
    .exitOverride();

/** Returns the result of `parse`, or the text with which the parser ended it. */
export const catchEarlyEnd = <Result>(parser: Parser, parse: () => Result): Result | EarlyEnd => {
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
