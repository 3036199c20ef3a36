import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { scalarOffset } from './scalar-offset.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

export interface YamlFault extends Position {
  readonly message: string;
  readonly hint: string;
}

/** A YAML file, its value and where everything in it stands. */
export interface YamlFile {
  /** Left out when the file is too broken for what it says to be judged. */
  readonly value?: unknown;
  readonly faults: readonly YamlFault[];
  /** Where the value at a path stands, or its key; of a path that is not there, the nearest part that is. */
  readonly locate: (path: Path, part?: 'key' | 'value') => Position;
  /** Where a character of the text at a path stands, by its index in the text as parsed. */
  readonly locateCharacter: (path: Path, index: number) => Position;
}

const HINTS: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'indent the keys of one map alike',
  BAD_SCALAR_START: 'put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put text that holds a colon and a blank in quotes, or after | on lines of its own',
  DUPLICATE_KEY: 'keep one of them',
  MISSING_CHAR: 'close the quote or bracket, or give the key its colon and value',
  MULTIPLE_DOCS: 'one file is one dashboard: remove the line ---',
  NON_STRING_KEY: 'keys are words',
  TAB_AS_INDENT: 'indent with blanks',
};
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: 'this key is given twice in one map',
  MULTIPLE_DOCS: 'more than one document',
  NON_STRING_KEY: 'a key that is not text',
};
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

/** The node at a path and its key; where the path leaves the document, the last that is there. */
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

const aliasOffsets = (document: Document.Parsed): readonly number[] => {
  const offsets: number[] = [];
  visit(document, { Alias: (_, { range }) => void offsets.push(range?.[0] ?? 0) });
  return offsets;
};

/** The parser blames the indentation; a reader looks at the word behind it. */
const afterBlanks = (source: string, offset: number): number =>
  offset + (/^ +(?=\S)/.exec(source.slice(offset))?.[0].length ?? 0);

/** YAML text to its value, with positions. Its faults are syntax, keys given twice and aliases; never throws. */
export const readYaml = (source: string): YamlFile => {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const errors = [...document.errors, ...document.warnings];
  const aliases = aliasOffsets(document);
  const isReadable = aliases.length === 0 && errors.every(({ code }) => code === 'DUPLICATE_KEY');
  return {
    ...(isReadable && { value: document.toJS() }),
    faults: [
      ...errors.map(({ code, message, pos: [offset] }) => ({
        ...position(afterBlanks(source, offset)),
        message: MESSAGES[code] ?? `not YAML: ${message}`,
        hint: HINTS[code] ?? ANY_HINT,
      })),
      ...aliases.map((offset) => ({ ...position(offset), message: 'an alias of something above', hint: ALIAS_HINT })),
    ],
    locate: (path, part = 'value') => {
      const { node, key } = findNode(document, path);
      const isEmpty = isScalar(node) && node.value === null;
      const at = part === 'key' || isEmpty ? (key ?? node) : (node ?? key);
      return position(at?.range?.[0] ?? 0);
    },
    locateCharacter: (path, index) => {
      const { node } = findNode(document, path);
      return isScalar(node) ? position(scalarOffset(node, source, index)) : position(node?.range?.[0] ?? 0);
    },
  };
};
