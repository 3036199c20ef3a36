import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { say } from '../../../shared/tabular/say.ts';
import type { TextProblem } from './diagnostic.ts';
import { fullWidthOfLine } from './full-width.ts';

/** Returns the offset after the quote, or after the line of `|` or `>`. */
const contentStart = (scalar: Scalar, source: string, start: number): number => {
  if (scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE') return start + 1;
  if (scalar.type !== 'BLOCK_LITERAL' && scalar.type !== 'BLOCK_FOLDED') return start;
  const lineEnd = source.indexOf('\n', start);
  return lineEnd === -1 ? start : lineEnd + 1;
};

/**
 * Returns the offset in a YAML source of one character of a scalar's text, by its index. The source also has
 * indentation, line breaks, quotes and escapes. Characters that are not blank have the same order in source and text,
 * so they are matched one by one.
 */
const scalarOffset = (scalar: Scalar, source: string, index: number): number => {
  const [start, end] = scalar.range ?? [0, 0];
  const text = String(scalar.value);
  let at = contentStart(scalar, source, start);
  for (let i = 0; i < Math.min(index, text.length); i++) {
    const character = text.charAt(i);
    if (character.trim() === '') continue;
    const found = source.indexOf(character, at);
    if (found === -1 || found >= end) return at;
    at = found + 1;
  }
  const wanted = text.charAt(index);
  const found = wanted.trim() === '' ? -1 : source.indexOf(wanted, at);
  return found === -1 || found >= end ? at : found;
};

/** The keys and indexes that lead to a value: `['endpoints', 'pie', 'token', 0]`. */
export type Path = readonly (string | number)[];

export const isBelow = (path: Path, above: Path): boolean =>
  above.every((step, index) => String(path[index]) === String(step));

export interface YamlKey {
  readonly name: string;
  /** False for a number in quotes. */
  readonly isNumber: boolean;
}

export interface YamlFile {
  readonly text: string;
  /** The value of the file. Absent if the syntax is too broken to be checked further. */
  readonly value?: unknown;
  readonly problems: readonly TextProblem[];
  /** If the path does not exist, its nearest part counts. */
  readonly findOffset: (path: Path, part?: 'key' | 'value') => number;
  /** Returns the offset of a character of the string at a path. `index` counts in the string as parsed. */
  readonly findCharacter: (path: Path, index: number) => number;
  /** Returns the keys of the map at a path, in their order in the file. A JavaScript object puts whole numbers first. */
  readonly keysAt: (path: Path) => readonly YamlKey[];
}

const HINTS: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'indent the keys of one map alike, and close each bracket',
  BAD_SCALAR_START: 'put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put text that contains a colon and a blank in quotes, or after | on lines of its own',
  MISSING_CHAR: 'close the quote or bracket, or give the key its colon and value',
  MULTIPLE_DOCS: 'one file is one dashboard: remove the line ---',
  NON_STRING_KEY: 'write a word as the key',
  TAB_AS_INDENT: 'indent with blanks, not with tabs',
};
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'more than one document',
  NON_STRING_KEY: 'a key that is not text',
};
const REPEATED = 'this key is given twice in one map';
const ANY_HINT = 'check the quotes, colons and indentation here';
const ALIAS_HINT = 'write the value out: aliases are not followed';

interface Found {
  readonly node: Node | undefined;
  readonly key: Node | undefined;
}

const pairOf = (node: Node | undefined, step: string | number): Pair<Node, Node | null> | undefined =>
  isMap<Node, Node | null>(node)
    ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
    : undefined;

/** Returns the last existing node if the path does not exist. */
const findNode = (document: Document.Parsed, path: Path): Found => {
  let found: Found = { node: document.contents ?? undefined, key: undefined };
  for (const step of path) {
    const { node } = found;
    const pair = pairOf(node, step);
    const entry = isSeq<Node>(node) ? node.items[Number(step)] : pair?.value;
    if (!entry && !pair) break;
    found = { node: entry ?? undefined, key: pair?.key };
  }
  return found;
};

const WHOLE_NUMBER = /^[-+]?\d+$/;

const keysOf = (node: Node | undefined): readonly YamlKey[] =>
  isMap<Node, Node | null>(node)
    ? node.items.flatMap(({ key }) =>
        isScalar(key)
          ? [{ name: String(key.value), isNumber: key.type === 'PLAIN' && WHOLE_NUMBER.test(String(key.value)) }]
          : [],
      )
    : [];

const aliasOffsets = (document: Document.Parsed): readonly number[] => {
  const offsets: number[] = [];
  visit(document, { Alias: (_, { range }) => void offsets.push(range?.[0] ?? 0) });
  return offsets;
};

/** Skips indentation: the parser reports its start, but a reader looks at the word after the indentation. */
const afterBlanks = (source: string, offset: number): number =>
  offset + (/^ +(?=\S)/.exec(source.slice(offset))?.[0].length ?? 0);

const NO_BLANK = /^[\s{,-]*([A-Za-z]\w*):([^\s:/][^,}\n]*)/;

/** Returns the hint for `component:Bar Chart`, in which YAML sees no key, because there is no blank after the colon. */
const colonHint = (source: string, offset: number): string | undefined => {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const [, key, value = ''] = NO_BLANK.exec(source.slice(start)) ?? [];
  return key === undefined ? undefined : `put a blank after the colon: \`${key}: ${value.trim()}\``;
};

const BARE_FORMULA = /\bformula:\s*([^'"\s{}][^'"{}]*?\[[^\]]*\][^},]*)/;

/** Returns the hint for `{ formula: sum([Unit price]) }`, whose brackets YAML reads as a list. */
const formulaHint = (source: string, offset: number): string | undefined => {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const [line = ''] = source.slice(start).split('\n', 1);
  const [, formula] = BARE_FORMULA.exec(line) ?? [];
  return formula === undefined ? undefined : `put a formula with brackets in quotes: \`formula: '${formula.trim()}'\``;
};

const MAX_DEPTH = 100;

/**
 * Returns the offset of the first map or list that is nested too deep for the parser of documents, which calls itself
 * for each level. Reads no further, because the time grows with the square of the depth.
 */
const findTooDeep = (source: string): number | undefined => {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(source)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length <= MAX_DEPTH) continue;
    const tooDeep = parser.stack.filter((token) => 'items' in token)[MAX_DEPTH];
    if (tooDeep) return tooDeep.offset;
  }
  return undefined;
};

/** Maximum length of a file. The parser of documents needs seconds for longer ones, and endpoints wait meanwhile. */
const MAX_CHARS = 256_000;

export const findExcess = (source: string): TextProblem | undefined => {
  if (source.length > MAX_CHARS) {
    const message = say`the file has ${source.length} characters, and at most ${MAX_CHARS} are read`;
    return { offset: MAX_CHARS, message, hint: 'move long texts to files of their own, or split the file' };
  }
  const offset = findTooDeep(source);
  if (offset === undefined) return undefined;
  return { offset, message: say`nested deeper than ${MAX_DEPTH} levels`, hint: 'close the brackets, or indent less' };
};

/** Finds repeated keys itself, because the parser compares each key with all others. */
const repeatedKeys = (document: Document.Parsed): readonly number[] => {
  const offsets: number[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<string>();
      for (const { key } of items as readonly Pair<Node>[]) {
        if (!isScalar(key)) continue;
        if (known.has(String(key.value))) offsets.push(key.range?.[0] ?? 0);
        known.add(String(key.value));
      }
    },
  });
  return offsets;
};

/** Maximum number of problems of one file. Later syntax errors mostly follow from the first ones. */
const MAX_PROBLEMS = 20;

const readDocument = (source: string): YamlFile => {
  const document = parseDocument(source, { prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const all = [...document.errors, ...document.warnings];
  const [first] = all;
  const ofFormula = first && formulaHint(source, first.pos[0]);
  // A formula with brackets causes several syntax errors, and only the first one is useful.
  const errors = ofFormula === undefined ? all : all.slice(0, 1);
  const repeated = repeatedKeys(document);
  const aliases = aliasOffsets(document);
  const isReadable = aliases.length === 0 && errors.length === 0;
  const fullWidth = all.map(({ pos: [offset] }) => fullWidthOfLine(source, offset)).find((problem) => problem);
  const problems = [
    ...(fullWidth ? [fullWidth] : []),
    ...(fullWidth ? [] : errors).slice(0, MAX_PROBLEMS).map(({ code, message, pos: [offset] }) => ({
      offset: afterBlanks(source, offset),
      message: MESSAGES[code] ?? `not YAML: ${message}`,
      hint: ofFormula ?? colonHint(source, offset) ?? HINTS[code] ?? ANY_HINT,
    })),
    ...repeated.map((offset) => ({ offset, message: REPEATED, hint: 'keep one of them' })),
    ...aliases.map((offset) => ({ offset, message: 'an alias of something above', hint: ALIAS_HINT })),
  ];
  return {
    text: source,
    ...(isReadable && { value: document.toJS() }),
    problems: problems.slice(0, MAX_PROBLEMS),
    findOffset: (path, part = 'value') => {
      const { node, key } = findNode(document, path);
      const isEmpty = isScalar(node) && node.value === null;
      const at = part === 'key' || isEmpty ? (key ?? node) : (node ?? key);
      return at?.range?.[0] ?? 0;
    },
    findCharacter: (path, index) => {
      const { node } = findNode(document, path);
      return isScalar(node) ? scalarOffset(node, source, index) : (node?.range?.[0] ?? 0);
    },
    keysAt: (path) => keysOf(findNode(document, path).node),
  };
};

/** Parses YAML. Problems are syntax errors, duplicate keys and aliases; it never throws. */
export const readYaml = (source: string): YamlFile => {
  const excess = findExcess(source);
  if (excess === undefined) return readDocument(source);
  const { value: _, ...nothing } = readDocument('');
  return { ...nothing, text: source, problems: [excess] };
};
