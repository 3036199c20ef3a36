import { readFile, stat } from 'node:fs/promises';
import { type Document, isMap, isScalar, LineCounter, type Node, type Pair, parseDocument, type YAMLError } from 'yaml';

/** The file beside dashboard.yml that the local stack reads secrets from. */
export const SECRETS_FILE = '.secrets.yml';

/** What is wrong with a .secrets.yml and where, from 1, in words that hold no value of it. */
export interface SecretsFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/** The parameters that a .secrets.yml holds and when it was last changed. A fault takes away the names that it is about. */
export interface Secrets {
  readonly values: Readonly<Record<string, string>>;
  readonly modified: Date;
  readonly faults: readonly SecretsFault[];
}

type Entry = Pair<Node, Node | null>;
type Parsed = Document.Parsed;

/** A fault at a character, and the name that it takes away; every name where it has none. */
interface Finding {
  readonly offset: number;
  readonly name?: string;
  readonly message: string;
  readonly hint: string;
}

const ENTRY = "write each as /name: 'value'";
const QUOTE = 'put the value in quotes';

const nameOf = ({ key }: Entry): string => String(isScalar(key) ? key.value : '');
/** Of a misplaced value the parser makes a name. */
const shown = (name: string): string => (/^(\/[\w.-]+)+$/.test(name) ? name : 'this name');

const offsetOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0;

const textOf = ({ value }: Entry): string => String(isScalar(value) ? value.value : '');

const entriesOf = ({ contents }: Parsed): readonly Entry[] =>
  isMap<Node, Node | null>(contents) ? contents.items : [];

/** What an entry has in place of text, in words. */
const oddity = ({ value }: Entry): Pick<Finding, 'message' | 'hint'> | undefined => {
  if (!isScalar(value)) return { message: 'is not text', hint: QUOTE };
  if (value.value === null || value.value === '') return { message: 'is empty', hint: 'write its value, in quotes' };
  return typeof value.value === 'string' ? undefined : { message: 'is not text', hint: QUOTE };
};

const valueFindings = (entries: readonly Entry[]): readonly Finding[] =>
  entries.flatMap((entry) => {
    const odd = oddity(entry);
    if (!odd) return [];
    const name = nameOf(entry);
    const offset = offsetOf(isScalar(entry.value) && entry.value.value === null ? entry.key : entry.value);
    return [{ offset, name, message: `the value of ${shown(name)} ${odd.message}`, hint: odd.hint }];
  });

/** A fault of the syntax is that of the entry it stands in. The parser's own words may hold a value. */
const syntaxFinding = ({ code, pos: [offset] }: YAMLError, entries: readonly Entry[]): Finding => {
  const entry = code === 'MULTIPLE_DOCS' ? undefined : entries.findLast(({ key }) => offsetOf(key) <= offset);
  if (!entry) return { offset, message: `not YAML: ${code}`, hint: ENTRY };
  const name = nameOf(entry);
  if (code !== 'DUPLICATE_KEY') return { offset, name, message: `this entry is not YAML: ${code}`, hint: QUOTE };
  return { offset, name, message: `${shown(name)} is given twice`, hint: 'keep one of them' };
};

const formFindings = ({ contents }: Parsed): readonly Finding[] =>
  isMap(contents) || contents === null || (isScalar(contents) && contents.value === null)
    ? []
    : [{ offset: offsetOf(contents), message: 'the file holds no names with their values', hint: ENTRY }];

/** Each place once: the syntax says more than the value that became of it. */
const findAll = (document: Parsed): readonly Finding[] => {
  const entries = entriesOf(document);
  const syntax = [...document.errors, ...document.warnings].map((error) => syntaxFinding(error, entries));
  const named = new Set(syntax.map(({ name }) => name));
  return [...syntax, ...formFindings(document), ...valueFindings(entries).filter(({ name }) => !named.has(name))];
};

/** The text of a .secrets.yml to its names and faults. */
export const parseSecrets = (text: string): Pick<Secrets, 'values' | 'faults'> => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const findings = findAll(document);
  const lost = new Set(findings.map(({ name }) => name));
  const right = lost.has(undefined) ? [] : entriesOf(document).filter((entry) => !lost.has(nameOf(entry)));
  const faults = findings.map(({ offset, message, hint }): SecretsFault => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), message, hint };
  });
  return { values: Object.fromEntries(right.map((entry) => [nameOf(entry), textOf(entry)])), faults };
};

const without = (message?: string, hint = ''): Secrets => ({
  values: {},
  modified: new Date(0),
  faults: message === undefined ? [] : [{ line: 1, column: 1, message, hint }],
});

/** The secrets as the file now has them, none without a file. */
export const readSecrets = async (file: string): Promise<Secrets> => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return { ...parseSecrets(text), modified: (await stat(file)).mtime };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT') return without();
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return without('the file is not UTF-8', 'save it as UTF-8');
    return without(`the file cannot be read (${code})`, 'check what it is and who may read it');
  }
};
