import type { CommandOptions } from './define-command.ts';

/** Options of commands that npm has too. Their variables contain npm's own settings, so they are ignored. */
const NPM_OPTIONS: ReadonlySet<string> = new Set(['cache', 'yes']);

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment variable to which npm moves an option. */
export const variableOf = (name: string): string => `npm_config_${name.replaceAll('-', '_')}`;

/**
 * Finds the options that npm consumed: for `npm run check --dashboard=x`, npm passes no argument on and sets the
 * variable `npm_config_dashboard` instead. Returns the options as arguments, or the name of an option whose value npm
 * dropped.
 */
export const findNpmOptions = (
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
