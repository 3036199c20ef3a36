import { describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';

type Expected = 'value' | 'entry or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

interface SyntaxFault {
  readonly index: number;
  readonly expected: Expected;
  readonly before: string;
}

const BLANKS = /[ \t\n\r]*/y;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[{}[\],:]/y;

const skipBlanks = (text: string, at: number): number => {
  BLANKS.lastIndex = at;
  BLANKS.exec(text);
  return BLANKS.lastIndex;
};

const tokenAt = (text: string, at: number): string | undefined => {
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0];
};

/** Returns undefined if the token is not expected. `open` has the brackets that are not closed. */
const follow = (token: string, expected: Expected, open: string[]): Expected | undefined => {
  const takesValue = expected === 'value' || expected === 'entry or end';
  const closes = (token === ']' && open.at(-1) === '[') || (token === '}' && open.at(-1) === '{');
  if (closes) {
    if (!expected.endsWith('or end')) return undefined;
    open.pop();
    return open.length === 0 ? 'nothing' : 'comma or end';
  }
  if (token === ':') return expected === 'colon' ? 'value' : undefined;
  if (token === ',') return expected === 'comma or end' ? (open.at(-1) === '{' ? 'key' : 'value') : undefined;
  if (token.startsWith('"') && expected.startsWith('key')) return 'colon';
  if (!takesValue || token === '}' || token === ']') return undefined;
  if (token !== '{' && token !== '[') return open.length === 0 ? 'nothing' : 'comma or end';
  open.push(token);
  return token === '{' ? 'key or end' : 'entry or end';
};

const findFault = (text: string): SyntaxFault | undefined => {
  const open: string[] = [];
  let expected: Expected = 'value';
  let before = '';
  for (let at = skipBlanks(text, 0); at < text.length; ) {
    const token = tokenAt(text, at);
    const next: Expected | undefined = token === undefined ? undefined : follow(token, expected, open);
    if (token === undefined || next === undefined) return { index: at, expected, before };
    expected = next;
    before = token;
    at = skipBlanks(text, at + token.length);
  }
  return undefined;
};

const WORD = /^-?[A-Za-z_$][\w$]*/;
const OF_PYTHON: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
]);

interface Explanation {
  readonly message: string;
  readonly hint: string;
}

/** Returns undefined unless it is a usual mistake. */
const explainFault = (text: string, { index, expected, before }: SyntaxFault): Explanation | undefined => {
  const rest = text.slice(index, index + 80);
  const [word] = WORD.exec(rest) ?? [];
  if (expected === 'nothing')
    return {
      message: 'a second document begins here',
      hint: 'write the documents as one list (`jq -s`), or each on a line of its own (`jq -c`)',
    };
  if (/^\/[/*]/.test(rest)) return { message: 'JSON has no comments', hint: 'remove it' };
  if (rest.startsWith("'")) return { message: 'texts of JSON have double quotes', hint: 'write " in place of \'' };
  if (before === ',' && /^[\]}]/.test(rest)) return { message: 'the comma before it is too many', hint: 'remove it' };
  if (word === undefined) return undefined;
  if (expected.startsWith('key')) return { message: 'keys of JSON have double quotes', hint: `write "${word}"` };
  return { message: `${word} is no JSON value`, hint: `write ${OF_PYTHON.get(word) ?? 'null'}, or a text in quotes` };
};

/** Returns the place of an index. A text of one line is in the line that is known. */
const placeOf = (text: string, index: number, known: number | undefined) => {
  const lines = text.slice(0, index).split('\n');
  return { line: text.includes('\n') ? lines.length : (known ?? 1), column: (lines.at(-1)?.length ?? 0) + 1 };
};

/** The cause of the error of its reader. */
export interface SyntaxCause {
  readonly json: string;
}

const textOf = (cause: unknown): string | undefined => (cause as Partial<SyntaxCause> | undefined)?.json;

/** Adds the exact place, and what is meant if the mistake is a usual one. */
export const explainSyntax = (error: unknown): unknown => {
  const text = error instanceof WallfeedError ? textOf(error.cause) : undefined;
  if (!(error instanceof WallfeedError) || text === undefined) return error;
  const fault = findFault(text);
  const [first] = error.details;
  if (!fault || !first) return error;
  const detail = { ...first, ...placeOf(text, fault.index, first.line), ...explainFault(text, fault) };
  const message = `The file cannot be read as JSON: ${describeDetail(detail)}.`;
  return new WallfeedError(error.code, message, [detail], { cause: error.cause });
};
