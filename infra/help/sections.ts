/** A heading of a document, with the text below it up to the next heading. */
export interface Section {
  readonly heading: string;
  /** The number of `#` before the heading. */
  readonly level: number;
  /** The Markdown of the section, with its heading. */
  readonly text: string;
}

const HEADING = /^(#+) (.+)$/;

/** Splits a document into its sections. A line of code that begins with `#` is no heading. */
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

/** Returns the chosen sections of a list, each with the sections inside it. */
const withInner = (sections: readonly Section[], isChosen: (section: Section) => boolean): readonly Section[] => {
  let outer: number | undefined;
  return sections.filter((section) => {
    if (outer !== undefined && section.level > outer) return true;
    outer = isChosen(section) ? section.level : undefined;
    return outer !== undefined;
  });
};

/** Returns the sections with these headings, and the sections inside them. */
export const chooseSections = (sections: readonly Section[], headings: readonly string[]): readonly Section[] =>
  withInner(sections, ({ heading }) => headings.includes(heading));

const hasAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word.toLowerCase()));

const tablesOf = ({ text }: Section): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

/**
 * Returns the sections whose heading or table has all words, or else those whose text has them. Below such a heading,
 * all sections count.
 */
export const findSections = (sections: readonly Section[], words: readonly string[]): readonly Section[] => {
  const below = new Set(withInner(sections, ({ heading, level }) => level > 1 && hasAll(heading, words)));
  const found = sections.filter((section) => below.has(section) || hasAll(tablesOf(section), words));
  return found.length > 0 ? found : sections.filter(({ text }) => hasAll(text, words));
};

/** Returns the headings of sections, and the words of code in their text. */
export const knownWords = (sections: readonly Section[]): readonly string[] => {
  const words = sections.flatMap(({ text }) => text.match(/(?<=`)[\w.-]{2,}(?=`|:)/g) ?? []);
  return [...new Set([...sections.map(({ heading }) => heading), ...words])];
};
