import { readFile } from 'node:fs/promises';
import { commandLine, helpLine } from '../build/command-line.ts';
import { programPath } from '../build/program-files.ts';
import { isPackaged } from '../build/project-root.ts';
import { TOPICS } from '../help/topics.ts';
import { forReader, LANGUAGE_OPTION } from '../language/language.ts';
import { formatTable } from '../terminal/format-table.ts';
import { catchEarlyEnd, createParser, type EarlyEnd } from './create-parser.ts';
import type { Commands } from './define-command.ts';
import { addOption } from './parse-arguments.ts';

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
