import { saidIn, templateOf } from '../../shared/tabular/say.ts';
import { chineseName } from './chinese-names.ts';
import { PHRASES } from './messages/phrases.ts';

/** Chinese sentences by their English ones. Both have placeholders such as `{text}`. */
export type Messages = Readonly<Record<string, string>>;

/** Returns undefined if no template matches. `mark` marks the texts that are not translated. */
type Translate = (sentence: string, mark: Mark) => string | undefined;

type Mark = (text: string) => string;

interface Kind {
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
  return predicate && (path === 'it' ? `它${predicate}` : `${mark(path)} ${predicate}`);
};

const writeName = (name: string, mark: Mark): string => {
  const [, quoted] = /^'(.*)'$/s.exec(name) ?? [];
  if (quoted !== undefined) return `“${mark(quoted)}”`;
  const [, outer, inner] = /^(\S+) \((.+)\)$/.exec(name) ?? [];
  return outer === undefined || inner === undefined ? mark(name) : `${mark(outer)}（${mark(inner)}）`;
};

/** A name in a list: in quotes, or one word, perhaps with another name in brackets. */
const NAME = '\'[^\']*\'|`[^`]*`|"[^"]*"|[^\\s,]+(?: \\([^)]*\\))?';
const LIST = new RegExp(`^(?:${NAME})(?:, (?:${NAME}))*(?: (?:or|and) (?:${NAME}))?$`);
const PARTS = new RegExp(`(, | or | and )|(${NAME})`, 'g');
const BETWEEN: Readonly<Record<string, string>> = { ', ': '、', ' or ': ' 或 ', ' and ': '和' };

/**
 * Names of several words without quotes have no comma, so that ` or ` ends them, too. A list of other texts stays as it
 * is, because a text may contain a comma.
 */
const writeList = (text: string, mark: Mark): string => {
  if (LIST.test(text))
    return text.replace(
      PARTS,
      (_, between: string | undefined, name: string) => BETWEEN[between ?? ''] ?? writeName(name, mark),
    );
  return text.includes(' or ')
    ? text
        .split(/(, | or )/)
        .map((part) => BETWEEN[part] ?? mark(part))
        .join('')
    : mark(text);
};

/** Writes the first names of a list, and the number of the others: `A, B and 4 more`. */
const writeNames: Kind['write'] = (text, mark) => {
  const [, first, count] = /^(.+?),? (?:… )?and (\d+) more$/.exec(text) ?? [];
  if (first === undefined) return writeList(text, mark);
  const names = writeList(first, mark);
  return `${names}${ENDS_LATIN.test(names) ? ' ' : ''}等（另有 ${count} 个）`;
};

/** A call in SQL, such as `date_format(at, '%H:00')`, or several of which one is meant. */
const CALL = '\\w+\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)';
const CALLS = `${CALL}(?:,? or ${CALL})*`;

const writeCalls: Kind['write'] = (text, mark) =>
  text
    .split(/,? or (?=\w+\()/)
    .map(mark)
    .join(' 或 ');

const writeChoices: Kind['write'] = (text, mark) => text.split(' or ').map(mark).join(' 或 ');

const CELL = "'[^']*'|blank|-?[\\d.]+";

const writeCell = (cell: string, mark: Mark): string => {
  if (cell === 'blank') return '空';
  return cell.startsWith("'") ? writeName(cell, mark) : ` ${mark(cell)}`;
};

const KEY = new RegExp(`(?: with | in |, )?(\\S+) (${CELL})`, 'g');

/** Writes keys of a table in Chinese, such as `series 'Web' with day 'Mon' in id 7`. */
const writePair: Kind['write'] = (text, mark) => {
  const keys = Array.from(text.matchAll(KEY), ([, name = '', cell = '']) => `${mark(name)} 为${writeCell(cell, mark)}`);
  return text.replace(KEY, '') === '' ? keys.join('、') : undefined;
};

/** Texts such as `3 endpoints, 2 data files`, or `line 2 and line 3`. */
const writeEach: Kind['write'] = (text, mark, translate) => {
  const all = text.split(/, | and /).map((one) => translate(one, mark));
  return all.includes(undefined) ? undefined : all.join('、');
};

const text = (matches: string): Kind => ({ matches, write: (found, mark) => mark(found) });

/** A text for any other placeholder is not translated. */
const ANY_TEXT = text('.+?');

/** Phrases have messages of their own, because they are no sentences. */
const phrasesOf = (messages: Messages): Kind => {
  let inside: ReturnType<typeof createTranslator> | undefined;
  return {
    matches: '.+?',
    write: (found, mark) => {
      inside ??= createTranslator(messages);
      return inside(found, mark)[0];
    },
  };
};

/** The kinds of placeholders by their names, which have no number here. A kind has several names where they tell more. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  Object.entries<Kind>({
    'n amount': { matches: '[\\d.,]*\\d', write: (found) => found },
    // The plural of an English word.
    s: { matches: 's?', write: () => '' },
    part: { matches: '.+?', write: (found, mark, translate) => translate(found, mark) },
    detail: { matches: '.+?', write: writeDetail },
    // A part that may have no translation. A text of the user in it is in quotes, so it is never translated.
    'found error': {
      matches: '(?!beside `).+?',
      write: (found, mark, translate) => translate(found, mark) ?? mark(found),
    },
    causes: { matches: '.+?', write: writeEach },
    counts: { matches: '[^;:,]+(?:, [^;:,]+)+', write: writeEach },
    'names columns near': { matches: '.+?', write: writeNames },
    choices: { matches: "'[^']*'(?: or '[^']*')*|\\d+(?: or \\d+)+", write: writeChoices },
    calls: { matches: CALLS, write: writeCalls },
    cell: { matches: CELL, write: writeCell },
    pair: { matches: '.+?', write: writePair },
    component: { matches: '.+?', write: (found, mark) => mark(chineseName(found) ?? found) },
    ...Object.fromEntries(Object.entries(PHRASES).map(([name, messages]) => [name, phrasesOf(messages)])),
    json: text('[{[].+[}\\]]'),
    key: text('`[^`]+`'),
    code: text('[^`]+'),
    'path form zone duration date option': text('\\S+?'),
    // A line that a user types. The template `{command} says why` would otherwise match a line of several sentences.
    command: text('(?:npm|npx|node|wallfeed) .+?'),
    'file value': text('(?:"(?:[^"\\\\]|\\\\.)*"|\\S+?)'),
    bare: text('(?:"[^"]*"|[^\\s\'"`]\\S*?)'),
    // A value as it is written: a text in quotes, a number that is not a whole one, or a pattern of times.
    literal: text('(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d+\\.\\d+|-\\d+|[yMdHhmsSaEZ]{1,4}(?:[ /:.-]+[yMdHhmsSaEZ]{1,4})+)'),
    column: text(
      '(?!(?:line|row|column) \\d|`|add `|write |a number, |a source |the |not YAML|(?:table|file) \\S+[,:]|Table |File |The |dashboard\\.yml|[^:]+ is valid:)[^:]+?',
    ),
    words: text('\\w+(?:, \\w+)*'),
    punctuation: text('[^\\w\\s]'),
  }).flatMap(([names, kind]) => names.split(' ').map((name) => [name, kind] as const)),
);

const kindOf = (name: string): Kind => KINDS.get(name.replace(/\d+$/, '')) ?? ANY_TEXT;

const PLACEHOLDER = /\{(\w+)\}/g;

const SPACED = /( ?)\{(\w+)\}( ?)/g;

/**
 * Returns what stands between a text and its neighbour: a blank between Latin and Chinese signs, nothing around quotes.
 */
const gapOf = (written: string, neighbour: string | undefined, isLatin: boolean, isQuoted: boolean): string => {
  if (isLatin && HAN.test(neighbour ?? '')) return ' ';
  return isQuoted ? '' : written;
};

const HAN = /^\p{Script=Han}/u;
/** Matches a text that begins with a sign of ASCII, also behind an invisible mark. */
const BEGINS_LATIN = /^\p{Cf}*[!-~]/u;
const ENDS_LATIN = /[!-~]\p{Cf}*$/u;

/** Matches the characters with a meaning in regular expressions. Browsers of walls may lack `RegExp.escape`. */
const SYNTAX = /[.*+?^${}()|[\]\\/]/g;

const patternOf = (template: string): RegExp => {
  const source = template.split(PLACEHOLDER).map((part, index) => {
    if (index % 2 === 0) return part.replace(SYNTAX, '\\$&');
    return `(?<${part}>${kindOf(part).matches})`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
};

const longestPart = (english: string): string =>
  english.split(/\{\w+\}/).reduce((longest, part) => (part.length > longest.length ? part : longest));

type Texts = Readonly<Record<string, string>>;

/** Returns undefined unless `say` has written the sentence, and each value may stand for its placeholder. */
const valuesOf = (sentence: string, names: readonly string[]): Texts | undefined => {
  const values = saidIn(sentence)?.values ?? [];
  const fits = names.every((name, index) => new RegExp(`^(?:${kindOf(name).matches})$`, 's').test(values[index] ?? ''));
  return fits ? Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) : undefined;
};

/** Creates a template. Most sentences lack its beginning or its longest part, so that few patterns are ever made. */
const createTemplate = (english: string, chinese: string) => {
  const [start = ''] = english.split('{', 1);
  const part = longestPart(english);
  const names = Array.from(english.matchAll(PLACEHOLDER), ([, name = '']) => name);
  const skeleton = english.replaceAll(PLACEHOLDER, '{}');
  let pattern: RegExp | undefined;
  const find = (sentence: string): Texts | undefined => {
    if (!sentence.startsWith(start) || !sentence.includes(part)) return undefined;
    if (templateOf(sentence) === skeleton) return valuesOf(sentence, names);
    pattern ??= patternOf(english);
    const match = pattern.exec(sentence);
    return match ? (match.groups ?? {}) : undefined;
  };
  return { start, length: english.replaceAll(PLACEHOLDER, '').length, find, chinese };
};

type Template = ReturnType<typeof createTemplate>;

/** Templates keep their order. */
const createIndex = (templates: readonly Template[]): ((sentence: string) => readonly Template[]) => {
  const known = new Map<string, readonly Template[]>();
  const list = (letter: string) => templates.filter(({ start }) => start === '' || start.startsWith(letter));
  return (sentence) => {
    const letter = sentence.charAt(0);
    const found = known.get(letter) ?? list(letter);
    known.set(letter, found);
    return found;
  };
};

/** Creates a function that returns all translations of a sentence. With good templates there is at most one. */
export const createTranslator = (messages: Messages): ((sentence: string, mark?: Mark) => readonly string[]) => {
  const templates = Object.entries(messages)
    .map(([english, chinese]) => createTemplate(english, chinese))
    .sort((one, other) => other.length - one.length);
  const candidates = createIndex(templates);

  const fill = (chinese: string, texts: Texts, mark: Mark, first: Translate) => {
    const written = Object.entries(texts).map(([name, text]) => [name, kindOf(name).write(text, mark, first)] as const);
    if (written.some(([, text]) => text === undefined)) return undefined;
    const found = new Map(written);
    return chinese.replace(SPACED, (whole, left: string, name: string, right: string, at: number) => {
      const text = found.get(name) ?? '';
      const before = gapOf(
        left,
        chinese[at - 1],
        BEGINS_LATIN.test(text),
        text.startsWith('“') || (name === 'found' && HAN.test(text)),
      );
      const after = gapOf(right, chinese[at + whole.length], ENDS_LATIN.test(text), text.endsWith('”'));
      return before + text + after;
    });
  };
  /**
   * Translates a sentence by the template with the most text of its own. Returns several texts if several have as much.
   */
  const whole = (sentence: string, mark: Mark, first: Translate): readonly string[] => {
    const found: string[] = [];
    let length = 0;
    for (const template of candidates(sentence)) {
      if (template.length < length) break;
      const texts = template.find(sentence);
      const chinese = texts && fill(template.chinese, texts, mark, first);
      if (typeof chinese !== 'string') continue;
      found.push(chinese);
      length = template.length;
    }
    return found;
  };
  /** Translates a sentence, or the message of which a capital letter and a full stop made a sentence. */
  const all: typeof whole = (sentence, mark, first) => {
    const found = whole(sentence, mark, first);
    if (found.length > 0 || !/^[A-Z].*\.$/s.test(sentence)) return found;
    const clause = sentence.slice(0, -1);
    const inside = `${clause.charAt(0).toLowerCase()}${clause.slice(1)}`;
    return [clause, inside].flatMap((one) => whole(one, mark, first)).map((chinese) => `${chinese}。`);
  };
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
