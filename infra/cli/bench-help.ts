import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defineCommand } from '../command-line/define-command.ts';
import { median } from '../lab/statistics.ts';
import { clonePath } from '../program/program-files.ts';

const RUNS = 15;

/** A module that makes a program believe that it writes to a terminal. */
const TERMINAL = 'data:text/javascript,Object.assign(process.stdout, { isTTY: true, columns: 100 })';

const MAIN = join(clonePath('infra'), 'cli', 'main.ts');

/** The command lines to compare. The times of the others are printed in relation to that of the first one. */
const COMMAND_LINES = {
  'wallfeed --help': [MAIN, '--help'],
  'wallfeed help selections, in a pipe': [MAIN, 'help', 'selections'],
  'wallfeed help selections, in a terminal': ['--import', TERMINAL, MAIN, 'help', 'selections'],
} as const;

const run = promisify(execFile);

const timeOf = async (args: readonly string[]): Promise<number> => {
  const start = performance.now();
  await run(process.execPath, args);
  return performance.now() - start;
};

export const command = defineCommand({
  options: {},
  run: async () => {
    const times = Object.values(COMMAND_LINES).map((): number[] => []);
    for (let count = 0; count < RUNS; count += 1) {
      for (const [index, args] of Object.values(COMMAND_LINES).entries()) times[index]?.push(await timeOf(args));
    }
    const [first = 0, ...others] = times.map(median);
    const [name, ...names] = Object.keys(COMMAND_LINES);
    console.log(`${name}: ${first.toFixed(0)} ms, the median of ${RUNS} runs`);
    for (const [index, time] of others.entries()) {
      console.log(`${names[index]}: ${(time / first).toFixed(2)} times as long, ${(time - first).toFixed(0)} ms more`);
    }
    return undefined;
  },
});
