import { constants, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, isMap, isScalar, type Node, type Pair, parseDocument, type YAMLError } from 'yaml';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { WrittenDefinition } from '../folder/definition-problem.ts';
import { type Diagnostic, type Place, type Problem, placeAt, type TextProblem } from '../folder/diagnostic.ts';
import { asFields } from '../folder/fields.ts';
import { didYouMean } from '../folder/name-words.ts';
import { findExcess, type Path } from '../folder/read-yaml.ts';
import { FILE_START } from '../folder/text-position.ts';
import { secretPlaces } from './access.ts';

/** The file beside dashboard.yml that the local stack reads secrets from. */
export const SECRETS_FILE = '.secrets.yml';

interface ListedName extends Place {
  readonly name: string;
  readonly isFaulty: boolean;
}

/** A name with a problem has no value here. */
export interface Secrets {
  readonly values: Readonly<Record<string, string>>;
  readonly modified: Date;
  /** Never true on Windows, where the mode of a file does not say who may read it. */
  readonly isOpen?: boolean;
  /** Includes names without a valid value. Absent if there is no file. */
  readonly names?: readonly ListedName[];
  /** The messages contain no secret. */
  readonly diagnostics: readonly Diagnostic[];
}

type Entry = Pair<Node, Node | null>;
type Parsed = Document.Parsed;

/** A problem without a name concerns all secrets. */
interface SecretProblem extends TextProblem {
  readonly name?: string;
}

const ENTRY = "write each as /name: 'value'";
const QUOTE = 'put the value in quotes';

/** Codes of errors that an entry without a colon or with an odd key causes. */
const NO_VALUE: ReadonlySet<string> = new Set(['MISSING_CHAR', 'NON_STRING_KEY']);

const nameOf = ({ key }: Entry): string => String(isScalar(key) ? key.value : '');

/** Hides a name that may be a misplaced secret. */
const shownSecret = (name: string): string => (/^(\/[\w.-]+)+$/.test(name) ? name : 'this name');

const offsetOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0;

const textOf = ({ value }: Entry): string => String(isScalar(value) ? value.value : '');

const entriesOf = ({ contents }: Parsed): readonly Entry[] =>
  isMap<Node, Node | null>(contents) ? contents.items : [];

const oddity = ({ value }: Entry): Problem | undefined => {
  if (!isScalar(value)) return { message: 'is not text', hint: QUOTE };
  if (value.value === null || value.value === '') return { message: 'is empty', hint: 'write its value, in quotes' };
  return typeof value.value === 'string' ? undefined : { message: 'is not text', hint: QUOTE };
};

const valueProblems = (entries: readonly Entry[]): readonly SecretProblem[] =>
  entries.flatMap((entry) => {
    const odd = oddity(entry);
    if (!odd) return [];
    const name = nameOf(entry);
    const offset = offsetOf(isScalar(entry.value) && entry.value.value === null ? entry.key : entry.value);
    return [{ offset, name, message: say`the value of ${shownSecret(name)} ${odd.message}`, hint: odd.hint }];
  });

/** Assigns a syntax error to its entry. The parser's message is not repeated, as it may contain a secret. */
const syntaxProblem = ({ code, pos: [offset] }: YAMLError, entries: readonly Entry[]): SecretProblem => {
  const entry = code === 'MULTIPLE_DOCS' ? undefined : entries.findLast(({ key }) => offsetOf(key) <= offset);
  if (!entry) return { offset, message: 'the file is not YAML', hint: ENTRY };
  const name = nameOf(entry);
  if (code === 'DUPLICATE_KEY')
    return { offset, name, message: say`${shownSecret(name)} is given twice`, hint: 'keep one of them' };
  return { offset, name, message: 'this entry is not YAML', hint: NO_VALUE.has(code) ? ENTRY : QUOTE };
};

const formProblems = ({ contents }: Parsed): readonly SecretProblem[] =>
  isMap(contents) || contents === null || (isScalar(contents) && contents.value === null)
    ? []
    : [{ offset: offsetOf(contents), message: 'the file has no names with values', hint: ENTRY }];

/** Finds no second problem for the value of a name with a syntax error. */
const findAll = (document: Parsed): readonly SecretProblem[] => {
  const entries = entriesOf(document);
  const errors = [...document.errors, ...document.warnings]
    .map((error) => syntaxProblem(error, entries))
    .toSorted((one, other) => one.offset - other.offset);
  // One mistake often causes several errors of the parser. Only the first error of each entry is kept.
  const syntax = errors.filter(({ name }, index) => errors.findIndex((other) => other.name === name) === index);
  const named = new Set(syntax.map(({ name }) => name));
  return [...syntax, ...formProblems(document), ...valueProblems(entries).filter(({ name }) => !named.has(name))];
};

export const parseSecrets = (text: string) => {
  const excess = findExcess(text);
  if (excess) return { values: {}, problems: [excess], names: [] };
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
  const problems = findAll(document);
  const lost = new Set(problems.map(({ name }) => name));
  const valid = lost.has(undefined) ? [] : entriesOf(document).filter((entry) => !lost.has(nameOf(entry)));
  const names = entriesOf(document).map((entry) => ({
    name: nameOf(entry),
    offset: offsetOf(entry.key),
    isFaulty: lost.has(nameOf(entry)),
  }));
  return { values: Object.fromEntries(valid.map((entry) => [nameOf(entry), textOf(entry)])), problems, names };
};

const noSecrets = (...diagnostics: readonly Diagnostic[]): Secrets => ({
  values: {},
  modified: new Date(0),
  diagnostics,
});

export const readSecrets = async (file: string): Promise<Secrets> => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    const { values, problems, names } = parseSecrets(text);
    const diagnostics = problems.map(
      ({ offset, message, hint }): Diagnostic => ({ ...placeAt(file, text, offset), message, hint, severity: 'error' }),
    );
    const listed = names.map(({ offset, ...one }) => ({ ...one, ...placeAt(file, text, offset) }));
    const { mtime, mode } = await stat(file);
    const isOpen = process.platform !== 'win32' && (mode & constants.S_IROTH) !== 0;
    return { values, names: listed, modified: mtime, isOpen, diagnostics };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT') return noSecrets();
    const isEncoding = code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    const message = isEncoding ? 'the file is not UTF-8' : `the file cannot be read (${code})`;
    const hint = isEncoding ? 'save it as UTF-8' : 'check what it is and who may read it';
    return noSecrets({ file, ...FILE_START, message, hint, severity: 'error' });
  }
};

interface Wanted {
  readonly name: string;
  readonly path: Path;
}

const inToken = (token: unknown, path: Path): readonly Wanted[] => {
  if (Array.isArray(token)) return token.flatMap((one, index) => inToken(one, [...path, index]));
  const [, name] = /^ssm:(\/.+)$/.exec(typeof token === 'string' ? token : '') ?? [];
  return name === undefined ? [] : [{ name, path }];
};

const wantedBy = ({ value }: WrittenDefinition): readonly Wanted[] => {
  const all = secretPlaces(value).flatMap((places) => inToken(places.value, places.path));
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
};

/** Returns the parameter of the webhook, which only the functions of a stack read. */
const webhookOf = ({ value }: WrittenDefinition): readonly Wanted[] =>
  inToken(asFields(asFields(value.alarms).webhook).place, []);

/** Returns the name that a key without its slash, or with `ssm:`, probably stands for. */
const meantBy = ({ name }: ListedName): string => `/${name.replace(/^ssm:/, '').replace(/^\//, '')}`;

const isMalformed = ({ name }: ListedName): boolean => !name.startsWith('/');

const malformed = (listed: ListedName, wanted: readonly Wanted[]): Diagnostic => {
  const { file, line, column } = listed;
  const meant = meantBy(listed);
  const isKnown = wanted.some(({ name }) => name === meant);
  return {
    ...{ file, line, column },
    severity: 'error',
    message: 'this is not a name of the Parameter Store: its names begin with a slash',
    hint: isKnown ? didYouMean([meant]) : "write each as /name: 'value', without ssm:",
  };
};

const unused = ({ file, line, column, name }: ListedName): Diagnostic => ({
  ...{ file, line, column },
  severity: 'warning',
  message: say`no \`token\` uses ${shownSecret(name)}`,
  hint: 'remove it, or name it at a token: `token: ssm:/name`',
});

const missing = ({ name, path }: Wanted, near: readonly string[]) => ({
  path,
  message: say`${SECRETS_FILE} has no ${name}`,
  hint: near.length > 0 ? `did you mean ${near[0]}, which it has?` : `add ${name}: 'value' to ${SECRETS_FILE}`,
});

const noFile = ({ name, path }: Wanted) => ({
  path,
  severity: 'note' as const,
  message:
    path[0] === 'hosts' || path[0] === 'datasets'
      ? say`the local stack cannot call the host until ${SECRETS_FILE} has ${name}`
      : say`the local stack answers 401 until ${SECRETS_FILE} has ${name}`,
  hint: `write ${name}: 'value' into ${SECRETS_FILE} beside dashboard.yml; git ignores the file`,
});

const openToAll = (file: string): Diagnostic => ({
  ...{ file, ...FILE_START },
  severity: 'warning',
  message: 'all users of this machine may read the secrets',
  hint: `run chmod 600 ${SECRETS_FILE}`,
});

/** Writes no value into a message. Ignores names that are missing after a syntax error. */
export const checkSecrets = async (folder: string, written: WrittenDefinition): Promise<readonly Diagnostic[]> => {
  const { toDiagnostic } = written;
  const wanted = wantedBy(written);
  const file = join(folder, SECRETS_FILE);
  const { names, isOpen, diagnostics: own } = await readSecrets(file);
  const diagnostics = isOpen ? [openToAll(file), ...own] : own;
  if (own.length > 0 && (names ?? []).length === 0) return diagnostics;
  if (!names) return wanted.slice(0, 1).map((one) => toDiagnostic(noFile(one)));
  const odd = names.filter((one) => isMalformed(one) && !one.isFaulty);
  const known = new Set(names.flatMap((one) => (isMalformed(one) ? [one.name, meantBy(one)] : [one.name])));
  const used = [...wanted, ...webhookOf(written)];
  const spare = names.filter((one) => !isMalformed(one) && !used.some(({ name }) => name === one.name));
  const isBroken = own.some(({ message }) => message.endsWith('is not YAML'));
  const lacking = isBroken ? [] : wanted.filter(({ name }) => !known.has(name));
  const nearTo = ({ name }: Wanted) =>
    nearestNames(
      name,
      spare.map((one) => shownSecret(one.name)).filter((one) => one.startsWith('/')),
      1,
    );
  const explained = new Set(lacking.flatMap(nearTo));
  return [
    ...diagnostics,
    ...odd.map((one) => malformed(one, wanted)),
    ...lacking.map((one) => toDiagnostic(missing(one, nearTo(one)))),
    ...spare.filter((one) => !explained.has(one.name) && !one.isFaulty).map(unused),
  ];
};
