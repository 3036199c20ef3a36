import type { Setting } from '../cost/assumptions.ts';
import type { CommandFailure } from '../terminal/fail.ts';

/** Without `value`, an option such as `--dashboard <folder>` is a flag. */
export interface CommandOption {
  /** As in the help, such as `folder`. */
  readonly value?: string;
  readonly meaning: string;
  readonly default?: string;
  /** True for an option with several values: all words up to the next option. */
  readonly isList?: boolean;
  /** True for a list that may be empty. */
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

type TextOf<Option> = Option extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

type ValueOf<Option> = Option extends { readonly isList: true }
  ? readonly string[] | undefined
  : Option extends { readonly value: string }
    ? TextOf<Option> | (Option extends { readonly default: string } ? never : undefined)
    : boolean;

export type OptionValues<Options> = { readonly [Name in keyof Options]: ValueOf<Options[Name]> };

export interface CommandArgument {
  readonly value: string;
  readonly meaning: string;
  readonly isOptional?: boolean;
  readonly isMany?: boolean;
  /** True to accept any number of words and options, and to pass them on to another program. */
  readonly isRest?: boolean;
}

export interface CommandWords {
  /** The arguments besides options: at most one, or any number with `isMany` or `isRest`. */
  readonly words: readonly string[];
  /** All words that the user typed after the command's name, to be repeated in a message. */
  readonly typed: readonly string[];
}

/** A command. A file of infra/cli defines it; the table in `commands.ts` has its name and summary. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  readonly options: Options;
  readonly argument?: CommandArgument;
  readonly notes?: readonly string[];
  /** An error is printed in one line, without a stack. */
  run(values: OptionValues<Options>, words: CommandWords): Promise<CommandFailure | undefined>;
}

/** Only the file of the command that runs is loaded. */
export interface CommandEntry {
  readonly summary: string;
  /** True for a command that needs the sources of the repository, so that the npm package does not have the command. */
  readonly forSources?: boolean;
  readonly load: () => Promise<{ readonly command: Command }>;
}

export type Commands = ReadonlyMap<string, CommandEntry>;

/** Declares a command, so that `run` knows the type of each option's value. */
export const defineCommand = <const Options extends CommandOptions>(command: Command<Options>): Command<Options> =>
  command;

/** Creates the option `--format`, whose values are the keys of `formats`. */
export const formatOption = <Name extends string>(
  formats: Readonly<Record<Name, unknown>>,
  fallback: NoInfer<Name>,
) => {
  const choices = Object.keys(formats) as Name[];
  return { value: 'format', meaning: choices.join(', '), default: fallback, choices };
};

/** Creates options without default values: if the user omits an option, the dashboard may set the value. */
export const settingOptions = (
  settings: readonly Pick<Setting, 'option' | 'quantity' | 'fallback' | 'meaning'>[],
): Readonly<Record<string, { readonly value: string; readonly meaning: string }>> =>
  Object.fromEntries(
    settings.map(({ option, quantity, fallback, meaning }) => [
      option,
      { value: quantity.kind, meaning: `${meaning} (default: ${fallback})` },
    ]),
  );
