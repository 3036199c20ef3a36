import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';

/** One option of a command: `--dashboard <folder>`. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** What its value is, for the usage: `folder`. */
  readonly value?: string;
  readonly meaning: string;
  readonly default?: string;
}

export interface Command {
  /** As a user runs it: `npm run check`. */
  readonly name: string;
  readonly purpose: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The one word that it must be given besides its options: `family/shape`. */
  readonly argument?: { readonly value: string; readonly meaning: string };
  /** What --help says below the options, each a line. */
  readonly notes?: readonly string[];
}

/** The values of a command's options, or what to print in place of running it, and the exit code. */
export type ReadOptions =
  | { readonly values: Readonly<Record<string, string | boolean | undefined>>; readonly argument?: string }
  | { readonly text: string; readonly exitCode: 0 | 2 };

const HELP: CommandOption = { type: 'boolean', meaning: 'prints this' };

const written = ([name, { value }]: readonly [string, CommandOption]): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`;

const usageOf = ({ name, options, argument }: Command): string => {
  const words = Object.entries(options).map((option) => `[${written(option)}]`);
  return [
    'usage:',
    name,
    ...(argument ? [`<${argument.value}>`] : []),
    ...(words.length > 0 ? ['--'] : []),
    ...words,
  ].join(' ');
};

const helpLine = (words: string, meaning: string): string => `  ${words.padEnd(24)}${meaning}`;

const helpOf = (command: Command): string => {
  const options = Object.entries({ ...command.options, help: HELP });
  const lines = options.map((option) => {
    const [, { meaning, default: fallback }] = option;
    return helpLine(written(option), `${meaning}${fallback === undefined ? '' : ` (${fallback})`}`);
  });
  const { argument, notes } = command;
  const first = argument ? [helpLine(`<${argument.value}>`, argument.meaning)] : [];
  return [command.purpose, '', usageOf(command), '', ...first, ...lines, ...(notes ? ['', ...notes] : [])].join('\n');
};

const describeFault = (error: unknown, command: Command): string => {
  const { code, message } = error as { code?: string; message: string };
  const [, found = ''] = /'(?:-\w, )?([^' ]+)/.exec(message) ?? [];
  const known = Object.keys(command.options);
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const [near] = nearestNames(found, known);
    return `unknown option ${found}${near === undefined ? '' : `; did you mean --${near}?`}`;
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    return `unexpected ${found}; did you mean ${command.name} -- --${known[0]} ${found}?`;
  }
  return `${found} needs a value`;
};

/** A text option that is given is never empty. */
const emptyOption = (values: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(values).find((name) => values[name] === '');

const optionsOf = (command: Command): NonNullable<ParseArgsConfig['options']> => ({
  help: { type: 'boolean', short: 'h' },
  ...Object.fromEntries(
    Object.entries(command.options).map(([name, { type, default: fallback }]) => [
      name,
      { type, ...(fallback !== undefined && { default: fallback }) },
    ]),
  ),
});

/** What is wrong with what parseArgs let pass. */
const faultOf = (
  { argument }: Command,
  values: Readonly<Record<string, unknown>>,
  [given, second]: readonly string[],
): string | undefined => {
  const empty = emptyOption(values);
  if (empty !== undefined) return `--${empty} needs a value`;
  if (argument && !given) return `<${argument.value}> is missing`;
  return second === undefined ? undefined : `unexpected ${second}`;
};

/** Reads a command's options strictly: one that is unknown, or lacks its value, is one line with the nearest and the usage. */
export const readOptions = (command: Command, args: readonly string[]): ReadOptions => {
  const refuse = (fault: string) => ({ text: `${fault} (${usageOf(command)})`, exitCode: 2 }) as const;
  try {
    const allowPositionals = command.argument !== undefined;
    const { values, positionals } = parseArgs({ args: [...args], options: optionsOf(command), allowPositionals });
    if (values.help) return { text: helpOf(command), exitCode: 0 };
    const fault = faultOf(command, values, positionals);
    if (fault !== undefined) return refuse(fault);
    const [argument] = positionals;
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, ...(argument && { argument }) };
  } catch (error) {
    return refuse(describeFault(error, command));
  }
};
