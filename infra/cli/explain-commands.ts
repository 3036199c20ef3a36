import { COMMANDS } from './commands.ts';
import { catchEarlyEnd, createParser, type EarlyEnd } from './create-parser.ts';

/** Lists the commands, or refuses a name that no command has. */
export const explainCommands = (args: readonly string[]): EarlyEnd => {
  const parser = createParser('npm run', 'node infra/cli/run.mjs --help').usage('<command> -- [options]');
  for (const [name, { summary }] of COMMANDS) parser.command(name).description(summary);
  const end = catchEarlyEnd(parser, () => parser.parse(args, { from: 'user' }));
  if (!('text' in end)) throw new Error(`the arguments ${args.join(' ')} name a command`);
  return end;
};
