import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { language } from '../language/language.ts';
import { commandLine } from '../program/command-line.ts';
import { documentPath } from '../program/program-files.ts';

interface TopicPart {
  /** From the project's root. */
  readonly document: string;
  /** Without headings, the topic is the whole document. */
  readonly sections?: readonly string[];
}

export interface Topic {
  readonly summary: string;
  readonly parts: readonly TopicPart[];
}

const OPERATING = 'infra/README.md';
const DEPLOYING = 'infra/deploy/README.md';

const CLIENT_PAGES = 'parameters goview amis sugar jimureport dataroom dataease aj-report datav infinity'.split(' ');

const TABLE = {
  folder: {
    summary: 'the dashboard folder, every key of dashboard.yml with its example, .secrets.yml',
    parts: [{ document: 'infra/dashboard/README.md' }],
  },
  selections: {
    summary: 'how a component gets its rows from a file in any form: columns, totals, filters, time windows',
    parts: [{ document: 'schemas/selections.md' }],
  },
  datasets: {
    summary: 'how one file or one query feeds many components',
    parts: [{ document: 'schemas/datasets.md' }],
  },
  http: {
    summary: 'how an API feeds components: hosts, secrets, pages, and examples',
    parts: [{ document: 'schemas/http.md' }],
  },
  mysql: {
    summary: 'queries of Aurora MySQL: types, times, SQL, and a server on this machine',
    parts: [{ document: 'schemas/mysql.md' }],
  },
  'data-lake': {
    summary: 'from files in S3 to a dataset: tables, partitions, samples, rights',
    parts: [{ document: 'schemas/data-lake.md' }],
  },
  clients: {
    summary: 'front ends other than the platform, such as GoView or amis',
    parts: ['README', ...CLIENT_PAGES].map((page) => ({ document: `schemas/clients/${page}.md` })),
  },
  'local-athena': {
    summary: 'the SQL of Athena that runs on this machine',
    parts: [{ document: 'schemas/local-athena.md' }],
  },
  components: {
    summary: 'how to find a component',
    parts: [{ document: 'schemas/README.md', sections: ['Finding a component'] }],
  },
  errors: {
    summary: 'all error codes of responses, and what to do',
    parts: [{ document: 'shared/README.md', sections: ['Errors'] }],
  },
  console: {
    summary: 'the local stack, and the page that draws every endpoint',
    parts: [{ document: 'infra/console/README.md' }],
  },
  service: {
    summary: 'a wall that stays on: systemd, Windows, a container',
    parts: [{ document: 'infra/local/service.md' }],
  },
  deploy: {
    summary: 'what a deployment changes and asks, the way back, who may deploy',
    parts: [
      { document: OPERATING, sections: ['Deploying'] },
      { document: DEPLOYING, sections: ['Who may deploy', 'The diff as JSON', 'What cannot be known without AWS'] },
    ],
  },
  data: {
    summary: 'uploading files, the database, a data lake',
    parts: [
      { document: OPERATING, sections: ['Data'] },
      { document: DEPLOYING, sections: ['Data lake'] },
    ],
  },
  tokens: {
    summary: 'secrets of requests, and how to replace them',
    parts: [{ document: OPERATING, sections: ['Tokens'] }],
  },
  cost: {
    summary: 'what a dashboard costs in a month, and what lowers it',
    parts: [{ document: 'infra/cost/README.md' }],
  },
  actual: {
    summary: 'what a dashboard really used, why it differs from the forecast, and the fields of a log line',
    parts: [{ document: 'infra/cost/actual/README.md' }],
  },
  watching: {
    summary: 'metrics, alarms and logs',
    parts: [{ document: OPERATING, sections: ['Watching'] }],
  },
  security: {
    summary: 'what a token protects, and what it does not',
    parts: [{ document: OPERATING, sections: ['Security'] }],
  },
  upgrade: {
    summary: 'installing a new version',
    parts: [{ document: OPERATING, sections: ['Installing and upgrading'] }],
  },
} satisfies Record<string, Topic>;

export const TOPICS: ReadonlyMap<string, Topic> = new Map(Object.entries(TABLE));

interface Section {
  readonly heading: string;
  readonly level: number;
  /** With the heading. */
  readonly text: string;
}

const HEADING = /^(#+) (.+)$/;

/** Splits at headings. A line of code that begins with `#` is none. */
export const splitSections = (markdown: string): readonly Section[] => {
  const sections: { heading: string; level: number; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.trimEnd().split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks = '', heading = ''] = (isCode ? null : HEADING.exec(line)) ?? [];
    if (marks !== '' || sections.length === 0) sections.push({ heading, level: marks.length, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trimEnd() }));
};

const withInner = (sections: readonly Section[], isChosen: (section: Section) => boolean): readonly Section[] => {
  let outer: number | undefined;
  return sections.filter((section) => {
    if (outer !== undefined && section.level > outer) return true;
    outer = isChosen(section) ? section.level : undefined;
    return outer !== undefined;
  });
};

export const chooseSections = (sections: readonly Section[], headings: readonly string[]): readonly Section[] =>
  withInner(sections, ({ heading }) => headings.includes(heading));

const hasAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word.toLowerCase()));

const tablesOf = ({ text }: Section): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

const findNamed = (sections: readonly Section[], words: readonly string[]): readonly Section[] => {
  const below = new Set(withInner(sections, ({ heading, level }) => level > 1 && hasAll(heading, words)));
  return sections.filter((section) => below.has(section) || hasAll(tablesOf(section), words));
};

/** Returns the sections whose heading or table has all words, or else those whose text has them. */
export const findSections = (sections: readonly Section[], words: readonly string[]): readonly Section[] => {
  const found = findNamed(sections, words);
  return found.length > 0 ? found : sections.filter(({ text }) => hasAll(text, words));
};

const knownWords = (sections: readonly Section[]): readonly string[] => {
  const words = sections.flatMap(({ text }) => text.match(/(?<=`)[\w.-]{2,}(?=`|:)/g) ?? []);
  return [...new Set([...sections.map(({ heading }) => heading), ...words])];
};

interface FoundPart {
  readonly document: string;
  readonly sections: readonly Section[];
}

const readSections = async (document: string): Promise<readonly Section[]> =>
  splitSections(await readFile(documentPath(document), 'utf8'));

const CHINESE_ENDING = '.zh-CN.md';

/** Returns undefined if the document has no translation. */
const chineseOf = (document: string): string | undefined => {
  const chinese = document.replace(/\.md$/, CHINESE_ENDING);
  return existsSync(documentPath(chinese)) ? chinese : undefined;
};

const readPart = async ({ document, sections: headings }: TopicPart): Promise<FoundPart> => {
  const english = await readSections(document);
  const chinese = language() === 'zh' ? chineseOf(document) : undefined;
  const sections = chinese === undefined ? english : await readSections(chinese);
  const chosen = headings ? chooseSections(english, headings) : english;
  return { document, sections: sections.filter((_, index) => chosen.includes(english[index] as Section)) };
};

const textOf = ({ sections }: FoundPart): string => sections.map(({ text }) => text).join('\n\n');

const topicOf = (path: string): string | undefined =>
  TOPICS.entries().find(([, { parts }]) =>
    parts.some(({ document }) => document === path.replace(CHINESE_ENDING, '.md')),
  )?.[0];

/** Shows the command that prints a document, or the address of a page of the web. */
const linkOf =
  (document: string) =>
  (text: string, link: string): string => {
    if (link.startsWith('https://')) return `${text} (${link})`;
    const [file = ''] = link.split('#');
    const topic = file === '' ? undefined : topicOf(posix.join(posix.dirname(document), file));
    if (topic === undefined) return text;
    const command = commandLine('help', topic);
    return text.endsWith('.md') ? command : `${text} (${command})`;
  };

/** Writes Markdown if there is no width. */
const showParts = async (parts: readonly FoundPart[], width: number | undefined): Promise<string> => {
  if (width === undefined) return parts.map(textOf).join('\n\n');
  const { showMarkdown } = await import('../terminal/show-markdown.ts');
  return parts.map((part) => showMarkdown(textOf(part), width, linkOf(part.document))).join('\n\n');
};

/** If no section has the words of the user: the headings, and the known words with a similar spelling. */
type TopicText = { readonly text: string } | { readonly headings: readonly string[]; readonly near: readonly string[] };

export const writeTopic = async (
  { parts }: Topic,
  words: readonly string[],
  width: number | undefined,
): Promise<TopicText> => {
  const whole = await Promise.all(parts.map(readPart));
  const found = whole.map(({ document, sections }) => ({ document, sections: findSections(sections, words) }));
  const chosen = found.filter(({ sections }) => sections.length > 0);
  if (chosen.length === 0) {
    const sections = whole.flatMap((part) => part.sections);
    return {
      headings: sections.map(({ heading }) => heading),
      near: nearestNames(words.join(' '), knownWords(sections)),
    };
  }
  return { text: await showParts(chosen, width) };
};

interface FoundTopic {
  readonly name: string;
  readonly headings: readonly string[];
}

/** Finds words in headings and tables first, then in any text. Headings that have the words come first. */
export const searchTopics = async (words: readonly string[]): Promise<readonly FoundTopic[]> => {
  const topics = await Promise.all(
    TOPICS.entries().map(async ([name, { parts }]) => ({ name, parts: await Promise.all(parts.map(readPart)) })),
  );
  const searchIn = (find: typeof findSections): readonly FoundTopic[] =>
    topics
      .map(({ name, parts }) => ({ name, headings: parts.flatMap(({ sections }) => find(sections, words)) }))
      .filter(({ headings }) => headings.length > 0)
      .map(({ name, headings }) => ({
        name,
        headings: headings
          .map(({ heading }) => heading)
          .sort((one, other) => Number(hasAll(other, words)) - Number(hasAll(one, words))),
      }));
  const named = searchIn(findNamed);
  return named.length > 0 ? named : searchIn(findSections);
};
