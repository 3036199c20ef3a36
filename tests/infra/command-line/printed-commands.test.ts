import { describe, expect, test } from '@jest/globals';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import { parseArguments } from '../../../infra/command-line/parse-arguments.ts';
import { createWorkbook } from '../../support/folders/create-workbook.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

/** The beginning of a line that a user would type, and what follows it. */
const TYPED = /\bnpm run (?:--silent )?([a-z][a-z:-]*)([^\n]*)|\bnpm (start|test)([^\n]*)/g;
/** Signs after which a command has ended. */
const END = / [#|>]|[，。：；（）？]|\?\)/;
const NO_WORDS: ReadonlySet<string> = new Set(['--', '[options]']);

/** Splits the text after the name of a command into words, as a shell does. */
const wordsOf = (text: string): readonly string[] => {
  const [line = ''] = text.split(END);
  const words = Array.from(line.matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) => word.replaceAll("'", ''));
  return words.filter((word) => !NO_WORDS.has(word));
};

const commandsIn = (line: string) =>
  Array.from(line.matchAll(TYPED), ([, script = '', rest = '', short = '', after = '']) => ({
    name: script + short,
    words: wordsOf(rest + after),
  }));

/**
 * Returns why our own parser refuses a command, or undefined. A sentence may go on after the command, so the words after
 * the last option may be left out. The help that a command asks for is no refusal.
 */
const refusalOf = async (name: string, words: readonly string[]): Promise<string | undefined> => {
  const entry = COMMANDS.get(name);
  if (!entry) return `there is no command ${name}`;
  const { command } = await entry.load();
  const least = words.findLastIndex((word) => word.startsWith('--')) + 1;
  const refusals = Array.from({ length: words.length - least + 1 }, (_, more) => {
    const parsed = parseArguments({ ...command, ...entry, name }, words.slice(0, least + more), {});
    return 'text' in parsed && parsed.exitCode !== 0 ? parsed.text : undefined;
  });
  return refusals.includes(undefined) ? undefined : refusals[0];
};

const refusedIn = async (lines: readonly string[]): Promise<readonly string[]> => {
  const found = lines.flatMap((line) => commandsIn(line).map((typed) => ({ line, ...typed })));
  const refusals = await Promise.all(found.map(({ name, words }) => refusalOf(name, words)));
  return found.flatMap(({ line }, index) => (refusals[index] === undefined ? [] : [`${line}\n  ${refusals[index]}`]));
};

/** Matches the rest of an English sentence. */
const ENGLISH = /(?:[a-z]+ ){4}[a-z]+/;

describe('the commands that we print', () => {
  const DEFINITION = endpointsFile('  pie: { component: 3D Pie Chart, csv: pie.csv }');

  /** Runs whose output or hints name a command, and the folder in which they run. */
  const RUNS: readonly (readonly string[])[] = [
    ['help'],
    ['help', 'zzzz'],
    ['help', '3D Pie Chart'],
    ['init'],
    ['init', 'my wall'],
    ['init', 'other', '--from', 'report.xlsx'],
    ['init', 'third', '--from', 'missing.csv'],
    ['check', 'folder'],
    ['check', '--dashboard', 'nowhere'],
    ['check', '--dashboard', 'faulty'],
    ['check', '--dashboard', 'dear'],
    ['components'],
    ['components', 'pie'],
    ['components', 'zzzz'],
    ['cost', '--dashboard', 'nowhere'],
    ['cost', '--actual', '--bill'],
    ['query', 'stock', '--dashboard', 'faulty'],
    ['tables', '--write'],
    ['verify'],
    ['console'],
    ['prices', '--region', 'eu-west-1'],
    ['openapi', '--dashboard', 'faulty'],
    ['remove', '--stage', 'local'],
    ['urls', '--stage', 'local'],
    ['import'],
    ['import', 'pie.csv'],
    ...['deploy', 'diff', 'upload', 'package', 'policy', 'prices', 'openapi', 'start'].map((name) => [name, '--help']),
  ];

  test.each(['en', 'zh'])(
    'each command in the output of our commands in the language %s is one that we accept',
    async (lang) => {
      const folder = await writeFolder({
        'dashboard.yml': DEFINITION,
        'data/pie.csv': 'name,value,score,pv\na,1,,\n',
        'pie.csv': 'name,value,score,pv\na,1,,\n',
        'dear/dashboard.yml': `budget: { amount: 0.01 }\n${DEFINITION}`,
        'dear/data/pie.csv': 'name,value,score,pv\na,1,,\n',
        'report.xlsx': createWorkbook({
          A: [
            ['name', 'value'],
            ['a', 1],
          ],
        }),
        'faulty/dashboard.yml': endpointsFile(
          '  pie: { component: Pies, csv: report.xlsx }',
          '  two: { component: PV, csv: r.xls }',
        ),
        'faulty/data/report.xlsx': 'x',
      });
      const printed: string[] = [];
      for (const [name = '', ...args] of RUNS) {
        const { out, error } = await runCommand(name, [...args, '--lang', lang], { from: folder });
        printed.push(...`${out}\n${error}`.split('\n'));
      }
      const lines = printed.filter((line) => commandsIn(line).length > 0);
      expect(await refusedIn(lines)).toEqual([]);
      if (lang === 'zh') expect(lines.filter((line) => ENGLISH.test(line))).toEqual([]);
      expect(lines.length).toBeGreaterThan(20);
    },
  );
});
