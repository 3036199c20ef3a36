/** Chinese sentences by their English ones. Both have placeholders such as `{text}`. */
export type Messages = Readonly<Record<string, string>>;

/** Translates a whole sentence; undefined if no template matches. `mark` marks the texts that are not translated. */
type Translate = (sentence: string, mark: Mark) => string | undefined;

type Mark = (text: string) => string;

interface Kind {
  /** A regular expression for the text of the placeholder. */
  readonly matches: string;
  /** Returns undefined if the text has no translation, so that the template does not match. */
  readonly write: (text: string, mark: Mark, translate: Translate) => string | undefined;
}

/** Translates a sentence about a field, whose first word is a path: `series[1] must be a Number`. */
const writeDetail: Kind['write'] = (text, mark, translate) => {
  const whole = translate(text, mark);
  const [, path, rest = ''] = whole === undefined ? (/^(\S+) (.+)$/s.exec(text) ?? []) : [];
  if (path === undefined) return whole;
  const predicate = translate(rest, mark);
  return predicate && `${path === 'it' ? '它' : mark(path)} ${predicate}`;
};

const writeName = (name: string, mark: Mark): string => {
  const [, quoted] = /^'(.*)'$/s.exec(name) ?? [];
  return quoted === undefined ? mark(name) : `“${mark(quoted)}”`;
};

/** A name in a list: in quotes, or one word, perhaps with another name in brackets. */
const NAME = '\'[^\']*\'|`[^`]*`|"[^"]*"|[^\\s,]+(?: \\([^)]*\\))?';
const LIST = new RegExp(`^(?:${NAME})(?:, (?:${NAME}))*(?: (?:or|and) (?:${NAME}))?$`);
const PARTS = new RegExp(`(, | or | and )|(${NAME})`, 'g');
const BETWEEN: Readonly<Record<string, string>> = { ', ': '、', ' or ': ' 或 ', ' and ': '和' };

/** Writes `A, B or C` in Chinese. A list of other texts stays as it is, because a text may contain a comma. */
const writeNames: Kind['write'] = (text, mark) =>
  LIST.test(text)
    ? text.replace(
        PARTS,
        (_, between: string | undefined, name: string) => BETWEEN[between ?? ''] ?? writeName(name, mark),
      )
    : mark(text);

/** Writes `3 endpoints, 2 data files` in Chinese. */
const writeCounts: Kind['write'] = (text, mark, translate) => {
  const counts = text.split(', ').map((count) => translate(count, mark));
  return counts.includes(undefined) ? undefined : counts.join('、');
};

/** Creates a kind whose text stays as it is. */
const text = (matches: string): Kind => ({ matches, write: (found, mark) => mark(found) });

/** The kinds of placeholders by name, without the number at its end. A text for any other placeholder is not translated. */
const KINDS: Readonly<Record<string, Kind>> = {
  n: { matches: '\\d+', write: (found) => found },
  // The plural of an English word.
  s: { matches: 's?', write: () => '' },
  // A part of the sentence that is translated, too.
  part: { matches: '.+?', write: (found, mark, translate) => translate(found, mark) },
  detail: { matches: '.+?', write: writeDetail },
  // A value in the words of a schema error. Only texts are in quotes, so no text is translated.
  found: { matches: '.+?', write: (found, mark, translate) => translate(found, mark) ?? mark(found) },
  names: { matches: '.+?', write: writeNames },
  counts: { matches: '[^;:,]+(?:, [^;:,]+)+', write: writeCounts },
  key: text('`[^`]+`'),
  code: text('[^`]+'),
  option: text('--[\\w-]+'),
  path: text('\\S+'),
  form: text('\\S+?'),
  file: text('(?:"[^"]+"|\\S+?)'),
  value: text('(?:"(?:[^"\\\\]|\\\\.)*"|\\S+?)'),
  values: text('(?!the ).+?'),
  column: text('(?!(?:line|row|column) \\d|Table |File |The |[^:]+ is valid:)[^:]+?'),
  words: text('\\w+(?:, \\w+)*'),
  punctuation: text('[^\\w\\s]'),
};

const ANY_TEXT = text('.+?');

const kindOf = (name: string): Kind => KINDS[name.replace(/\d+$/, '')] ?? ANY_TEXT;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Matches the characters with a meaning in regular expressions. Browsers of walls may lack `RegExp.escape`. */
const SYNTAX = /[.*+?^${}()|[\]\\/]/g;

const patternOf = (template: string): RegExp => {
  const source = template.split(PLACEHOLDER).map((part, index) => {
    if (index % 2 === 0) return part.replace(SYNTAX, '\\$&');
    return `(?<${part}>${kindOf(part).matches})`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
};

/** Creates a function that returns all translations of a sentence. With good templates there is at most one. */
export const createTranslator = (messages: Messages): ((sentence: string, mark?: Mark) => readonly string[]) => {
  const templates = Object.entries(messages).map(([english, chinese]) => ({ pattern: patternOf(english), chinese }));

  const fill = (chinese: string, texts: Readonly<Record<string, string>>, mark: Mark, first: Translate) => {
    const written = Object.entries(texts).map(([name, text]) => [name, kindOf(name).write(text, mark, first)] as const);
    if (written.some(([, text]) => text === undefined)) return undefined;
    const found = new Map(written);
    return chinese.replace(PLACEHOLDER, (_, name: string) => found.get(name) ?? '');
  };
  const all = (sentence: string, mark: Mark, first: Translate): readonly string[] =>
    templates.flatMap(({ pattern, chinese }) => {
      const match = pattern.exec(sentence);
      return (match && fill(chinese, match.groups ?? {}, mark, first)) ?? [];
    });
  /** Translates each part once: a long text has far more ways to split it than parts. */
  const createFirst = (): Translate => {
    const known = new Map<string, string | undefined>();
    const first: Translate = (sentence, mark) => {
      if (!known.has(sentence)) known.set(sentence, all(sentence, mark, first)[0]);
      return known.get(sentence);
    };
    return first;
  };

  return (sentence, mark = (text) => text) => all(sentence, mark, createFirst());
};
