import { isPackaged } from './project-root.ts';

const SHORT_SCRIPTS: ReadonlySet<string> = new Set(['start', 'test']);

/** Puts `--` before options, because npm passes options to a script only after it. */
const scriptLine = (name: string, args: readonly string[]): string =>
  [SHORT_SCRIPTS.has(name) ? `npm ${name}` : `npm run ${name}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');

/** The name by which a user runs Wallfeed: with npx in a project, without it if the command is on the path. */
const PROGRAM = process.env.npm_command === undefined ? 'wallfeed' : 'npx wallfeed';

/** Quotes a word for the shells of a platform, unless it is plain or a placeholder such as `<folder>`. */
export const quoteWord = (word: string, platform = process.platform): string => {
  if (/^(?:[\w@%+=:,./\\-]+|<\w+>)$/.test(word)) return word;
  return platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
};

/** Returns the line that a user types for a command: `wallfeed check --dashboard x`, or a script of the repository. */
export const commandLine = (name: string, ...args: readonly string[]): string => {
  const words = args.map((word) => quoteWord(word));
  return isPackaged ? [PROGRAM, name, ...words].join(' ') : scriptLine(name, words);
};

export const helpLine = (): string => (isPackaged ? `${PROGRAM} --help` : 'node infra/cli/run.mjs --help');
