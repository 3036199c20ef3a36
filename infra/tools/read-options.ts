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
}

/** The values of a command's options, or what to print in place of running it, and the exit code. */
export type ReadOptions =
  | { readonly values: Readonly<Record<string, string | boolean | undefined>> }
  | { readonly text: string; readonly exitCode: 0 | 2 };

const HELP: CommandOption = { type: 'boolean', meaning: 'prints this' };

const written = ([name, { value }]: readonly [string, CommandOption]): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`;

const usageOf = ({ name, options }: Command): string => {
  const words = Object.entries(options).map((option) => `[${written(option)}]`);
  return `usage: ${name} -- ${words.join(' ')}`;
};

const helpOf = (command: Command): string => {
  const options = Object.entries({ ...command.options, help: HELP });
  const lines = options.map((option) => {
    const [, { meaning, default: fallback }] = option;
    return `  ${written(option).padEnd(24)}${meaning}${fallback === undefined ? '' : ` (${fallback})`}`;
  });
  return [command.purpose, '', usageOf(command), '', ...lines].join('\n');
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

/** Reads a command's options strictly: one that is unknown, or lacks its value, is one line with the nearest and the usage. */
export const readOptions = (command: Command, args: readonly string[]): ReadOptions => {
  const options: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { type, default: fallback }] of Object.entries(command.options)) {
    options[name] = { type, ...(fallback !== undefined && { default: fallback }) };
  }
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    if (values.help) return { text: helpOf(command), exitCode: 0 };
    const empty = emptyOption(values);
    if (empty !== undefined) return { text: `--${empty} needs a value (${usageOf(command)})`, exitCode: 2 };
    return { values: values as Readonly<Record<string, string | boolean | undefined>> };
  } catch (error) {
    return { text: `${describeFault(error, command)} (${usageOf(command)})`, exitCode: 2 };
  }
};
