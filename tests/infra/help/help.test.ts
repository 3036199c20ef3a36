import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import stringWidth from 'string-width';
import {
  chooseSections,
  findSections,
  splitSections,
  TOPICS,
  type Topic,
  writeTopic,
} from '../../../infra/help/print-topic.ts';
import { DOCUMENTS } from '../../../infra/program/program-files.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { runCommand } from '../../support/run-command.ts';

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const topicOf = (name: string): Topic => TOPICS.get(name) as Topic;

const show = async (name: string, width: number, ...words: readonly string[]): Promise<string> => {
  const written = await writeTopic(topicOf(name), words, width);
  return 'text' in written ? written.text : '';
};

/** Returns the letters and digits of a text, however its lines are broken. */
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

describe('the sections of a document', () => {
  const sections = splitSections(
    '# All\nfirst\n## One\n| `total` | a |\n### Inner\ntext\n## Two\n```sh\n# no heading\n```\n',
  );

  test('a line of code that begins with # is no heading', () => {
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['All', 1],
      ['One', 2],
      ['Inner', 3],
      ['Two', 2],
    ]);
    expect(sections.map(({ text }) => text).join('\n')).toContain('## Two\n```sh\n# no heading\n```');
  });

  test('a section that is chosen by its heading has the sections inside it', () => {
    expect(chooseSections(sections, ['One']).map(({ heading }) => heading)).toEqual(['One', 'Inner']);
  });

  test.each([
    [['one'], ['One', 'Inner']],
    [['TOTAL'], ['One']],
    [['total', 'a'], ['One']],
    [['total', 'missing'], []],
    [['first'], ['All']],
    [['second'], []],
    [[], ['All', 'One', 'Inner', 'Two']],
  ])('the words %j are found in headings and tables, or else in other text', (words, found) => {
    expect(findSections(sections, words).map(({ heading }) => heading)).toEqual(found);
  });
});

describe.each([...TOPICS.keys()])('the command wallfeed help %s', (name) => {
  test.each([40, 80, 133])('the topic fits a terminal of %d columns, with all of its text', async (width) => {
    const shown = await show(name, width);
    expect(shown.split('\n').filter((line) => stringWidth(line) > width)).toEqual([]);
    const sections = topicOf(name).parts.flatMap(({ document, sections: headings }) => {
      const all = splitSections(readText(document));
      return headings ? chooseSections(all, headings) : all;
    });
    expect(sections.length).toBeGreaterThan(0);
    for (const { heading } of sections) expect(lettersOf(shown)).toContain(lettersOf(heading));
  });

  test('a topic names commands where the document names files of the repository', async () => {
    const shown = await show(name, 100);
    expect(shown.match(/\S*(?:\]\(|(?<!CHANGELOG|README)\.md\b)\S*/g)).toBeNull();
  });

  test('the topic names scripts of npm only where it speaks of a clone', async () => {
    const written = await writeTopic(topicOf(name), [], undefined);
    const paragraphs = 'text' in written ? written.text.split('\n\n') : [];
    expect(paragraphs.length).toBeGreaterThan(1);
    const wrong = paragraphs.filter(
      (paragraph) => /\bnpm (?:run|start|test)\b/.test(paragraph) && !/clone/.test(paragraph),
    );
    expect(wrong).toEqual([]);
  });

  test('the topic is printed as Markdown if the output is a pipe', async () => {
    const { parts } = topicOf(name);
    const written = await writeTopic({ summary: '', parts }, [], undefined);
    const [first] = parts;
    if (parts.length === 1 && first && !('sections' in first)) {
      expect(written).toEqual({ text: readText(first.document).trimEnd() });
    }
    expect('text' in written && written.text).toMatch(/^#/);
  });
});

test('every document of a topic is in the list of documents', () => {
  const documents = [...TOPICS.values()].flatMap(({ parts }) => parts.map(({ document }) => document));
  expect([...new Set(documents)].toSorted()).toEqual([...DOCUMENTS].toSorted());
});

test('a table that is wider than the terminal has its cells wrapped inside their columns', async () => {
  const lines = (await show('folder', 60, 'throttle.rate')).split('\n');
  const start = lines.findIndex((line) => line.startsWith('throttle.rate'));
  expect(lines[start]?.slice(0, 30)).toMatch(/^throttle\.rate +A number/);
  expect(lines[start + 1]).toMatch(/^ {15,}\S/);
});

test('a terminal shows the headings of a table in bold and its code in cyan', () => {
  const module = pathToFileURL(join(projectRoot, 'infra/terminal/show-markdown.ts')).href;
  const script = `
    const { showMarkdown } = await import(${JSON.stringify(module)});
    process.stdout.write(showMarkdown('| a key |\\n|---|\\n| \`where\` |', 40, (text) => text));`;
  const shown = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  const [bold, cyan] = ['\x1b[1m', '\x1b[36m'];
  expect(shown).toBe(`${bold}a\x1b[22m ${bold}key\x1b[22m\n${cyan}where\x1b[39m`);
});

test('wallfeed help lists the commands and the topics', async () => {
  const { code, out } = await runCommand('help', []);
  expect(code).toBe(0);
  for (const name of ['check', 'deploy', ...TOPICS.keys()]) expect(out).toMatch(new RegExp(`^ +${name} `, 'm'));
});

test('wallfeed help <command> prints the options of the command', async () => {
  expect(await runCommand('help', ['check'])).toEqual(await runCommand('check', ['--help']));
});

test('wallfeed help prints the options first for a word that is a command and a topic', async () => {
  const { code, out } = await runCommand('help', ['cost']);
  expect({ code, starts: out.startsWith('Usage: ') }).toEqual({ code: 0, starts: true });
  expect(out.endsWith(`\n\n${readText('infra/cost/README.md')}`)).toBe(true);
});

test('wallfeed help selections totals prints the sections', async () => {
  const { code, out } = await runCommand('help', ['selections', 'totals']);
  expect({ code, headings: out.match(/^#+ .*/gm) }).toEqual({ code: 0, headings: ['## Totals', '## Running totals'] });
});

test('wallfeed help with other words lists the topics that have them, each with its command and its headings', async () => {
  const { code, out } = await runCommand('help', ['time', 'window']);
  const [first, ...rows] = out.trimEnd().split('\n');
  expect({ code, first }).toEqual({ code: 0, first: "These topics have 'time window':" });
  expect(rows.map((row) => row.trim().split(/ {2,}/))).toContainEqual([
    'npm run help -- selections time window',
    expect.stringMatching(/^The time window\b/),
  ]);
});

test('wallfeed help with words of one topic prints its sections', async () => {
  const { code, out } = await runCommand('help', ['moving']);
  expect({ code, headings: out.match(/^#+ .*/gm) }).toEqual({ code: 0, headings: ['### Removing'] });
});

test('in Chinese, topics that have a Chinese document print it, and their sections are found by Chinese words', async () => {
  const whole = await runCommand('help', ['selections', '--lang', 'zh']);
  expect(whole.out).toBe(readText('schemas/selections.zh-CN.md'));
  const section = await runCommand('help', ['时间范围', '--lang', 'zh']);
  expect(section.out).toContain('selections');
  const component = await runCommand('help', ['components', '--lang', 'zh']);
  expect(component.out).toMatch(/^## \p{Script=Han}/mu);
  const clients = await runCommand('help', ['clients', '积木报表', '--lang', 'zh']);
  expect(clients.out).toMatch(/^# jimureport\n\njimureport（积木报表）由其服务器取数/);
});

test.each([
  [['selctions'], /^There is no help for 'selctions'; did you mean selections\? topics: folder, selections, /],
  [['chek'], /^There is no help for 'chek'; did you mean check\? topics: /],
  [['qqqq'], /^There is no help for 'qqqq'; topics: /],
  [
    ['selections', 'unpviot'],
    /^No heading or table of selections has 'unpviot'; did you mean unpivot\?\nHeadings:\n {2}Sel/,
  ],
  [
    ['components', 'gauge'],
    /has 'gauge'; npm run components -- gauge searches the components\nHeadings:\n {2}Finding a comp/,
  ],
])('wallfeed help %j ends with the exit code 2 and says what there is', async (words, message) => {
  const { code, out, error } = await runCommand('help', words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(message);
});
