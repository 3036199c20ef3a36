import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { type Command, type CommandEntry, type Commands, defineCommand } from '../command-line/define-command.ts';
import { explainCommands, parseArguments } from '../command-line/parse-arguments.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { searchTopics, TOPICS, writeTopic } from '../help/print-topic.ts';
import { commandLine } from '../program/command-line.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { formatTable } from '../terminal/format-table.ts';
import { print, printData } from '../terminal/print.ts';

const listTopics = (): string => `topics: ${[...TOPICS.keys()].join(', ')}`;

const describeUnknown = (word: string, commands: Commands): string => {
  const near = nearestNames(word, [...commands.keys(), ...TOPICS.keys()]);
  const guess = near.length > 0 ? `${didYouMean([...new Set(near)])} ` : '';
  return `There is no help for '${word}'; ${guess}${listTopics()}`;
};

const printOptions = async (name: string, entry: CommandEntry): Promise<void> => {
  const { command } = await entry.load();
  const parsed = parseArguments({ ...command, name, summary: entry.summary }, ['--help']);
  if ('text' in parsed) console.log(parsed.text);
};

const USUAL_WIDTH_CHARS = 80;

/** Returns undefined if the output is read by a program. */
const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns || USUAL_WIDTH_CHARS : undefined;

const printTopic = async (name: string, words: readonly string[]): Promise<CommandFailure | undefined> => {
  const topic = TOPICS.get(name);
  if (!topic) return undefined;
  const written = await writeTopic(topic, words, terminalWidth());
  if ('text' in written) {
    console.log(written.text);
    return undefined;
  }
  const guess = written.near.length > 0 ? `; ${didYouMean(written.near)}` : '';
  const more = name === 'components' ? `; ${commandLine('components', ...words)} searches the components` : '';
  const miss = `No heading or table of ${name} has '${words.join(' ')}'${guess}${more}`;
  return fail([miss, 'Headings:', ...written.headings.map((heading) => `  ${heading}`)].join('\n'), EXIT_USAGE);
};

const MAX_HEADINGS = 3;

/** Prints the sections of the only topic that has the words, or else a line for each of the topics that have them. */
const searchAll = async (words: readonly string[], commands: Commands): Promise<CommandFailure | undefined> => {
  const found = await searchTopics(words);
  const [only] = found;
  if (only === undefined) return fail(describeUnknown(words.join(' '), commands), EXIT_USAGE);
  if (found.length === 1) return printTopic(only.name, words);
  print(`These topics have '${words.join(' ')}':`);
  const rows = found.map(({ name, headings }) => [
    `  ${commandLine('help', name, ...words)}`,
    `${headings.slice(0, MAX_HEADINGS).join(', ')}${headings.length > MAX_HEADINGS ? ', …' : ''}`,
  ]);
  printData(formatTable(rows));
  return undefined;
};

export const createHelp = (commands: Commands): Command =>
  defineCommand({
    argument: {
      value: 'words',
      meaning: 'a command or a topic, and words of a heading or table in it; or words to look for in all topics',
      isMany: true,
    },
    options: {},
    notes: [
      'Prints a document, or the sections whose heading or table has all words. In a pipe, a document is Markdown. ' +
        'For a command, prints its options first.',
      `${commandLine('help')} lists the commands and the topics.`,
    ],
    run: async (_, { words: [name, ...words] }) => {
      if (name === undefined) {
        console.log((await explainCommands(commands, ['--help'])).text);
        return undefined;
      }
      const entry = commands.get(name);
      if (!entry && !TOPICS.has(name)) return searchAll([name, ...words], commands);
      if (entry && words.length === 0) await printOptions(name, entry);
      if (entry && words.length === 0 && TOPICS.has(name)) console.log('');
      return printTopic(name, words);
    },
  });
