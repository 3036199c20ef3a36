import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { helpLine } from '../build/command-line.ts';
import { isPackaged, projectRoot } from '../build/project-root.ts';
import { COMMANDS } from './commands.ts';
import { catchEarlyEnd, createParser, type EarlyEnd } from './create-parser.ts';

const [PROGRAM, USAGE] = isPackaged ? ['wallfeed', '<command> [options]'] : ['npm run', '<command> -- [options]'];

/** Returns the list of commands, or an error if no command has the given name. */
export const explainCommands = async (args: readonly string[]): Promise<EarlyEnd> => {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const parser = createParser(PROGRAM, helpLine()).usage(USAGE).version(version, '-v, --version', 'prints the version');
  for (const [name, { summary }] of COMMANDS) parser.command(name).description(summary);
  const end = catchEarlyEnd(parser, () => parser.parse(args, { from: 'user' }));
  if (!('text' in end)) throw new Error(`the arguments ${args.join(' ')} name a command`);
  return end;
};
