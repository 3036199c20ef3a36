import { styleText } from 'node:util';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { EmptyReason } from '../../../shared/tabular/empty-reason.ts';
import { forReader, type Language, language } from '../../language/language.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { translate } from '../../language/translate.ts';
import { WIDTH_CHARS, wrapLines } from '../../terminal/format-table.ts';
import { escapeControls } from '../../terminal/print.ts';
import { shownName } from './name-words.ts';
import { type Position, positionAt } from './text-position.ts';

export interface Problem {
  readonly message: string;
  readonly hint: string;
  /** True if a statement moves a time to another zone, and the time has no zone after it. */
  readonly losesZone?: boolean;
}

/** A problem in a text that does not know its file: SQL, a script, a seed. */
export interface TextProblem extends Problem {
  /** Place in UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly severity?: 'warning' | 'note';
}

/** A line and a column of a file. In a CSV file, the column counts the cells of the line. */
export interface Place extends Position {
  readonly file: string;
}

/**
 * The severity of a diagnostic. An error makes requests or the deployment fail. A warning means that a response is
 * empty or probably wrong. A note is a fact that may be intended.
 */
export type Severity = 'error' | 'warning' | 'note';

export interface Diagnostic extends Place, Pick<Problem, 'losesZone'> {
  readonly message: string;
  readonly hint?: string;
  /** Absent if the problem is not in an endpoint. */
  readonly endpoint?: string;
  readonly component?: string;
  /** Kind of the problem. Problems of one kind in the same file and column become one diagnostic. */
  readonly kind?: string;
  /** The step of a selection that leaves no row, if the diagnostic says why a response is empty. */
  readonly explains?: EmptyReason['step'];
  /** The sentence about several cells or rows with the problem, without their number at its start. Absent after a merge. */
  readonly many?: string;
  /** True if there may be further places, because only the first errors of a file are looked for. */
  readonly isOpen?: boolean;
  /** Number of places with this problem. Absent if there is one. */
  readonly count?: number;
  /** The slugs of all endpoints that have the problem. Absent if there is at most one. */
  readonly endpoints?: readonly string[];
  /** The first places with this problem. Absent if there is one. */
  readonly places?: readonly Position[];
  /** With warnings and notes, the endpoint is served, and commands succeed. */
  readonly severity: Severity;
}

/** Each list is sorted by place. */
export interface Diagnostics {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly notes: readonly Diagnostic[];
}

export const endpointsOf = ({ endpoint, endpoints }: Diagnostic): readonly string[] =>
  endpoints ?? (endpoint === undefined ? [] : [endpoint]);

export const placeAt = (file: string, text: string, offset: number): Place => ({ file, ...positionAt(text, offset) });

const ascending = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Sorts by file, line and column, and drops duplicates. */
export const sortDiagnostics = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()].sort(
    (a, b) => ascending(a.file, b.file) || a.line - b.line || a.column - b.column,
  );

const MAX_PLACES = 20;

const merge = ([first, ...others]: readonly [Diagnostic, ...Diagnostic[]]): Diagnostic => {
  const all = [first, ...others];
  const { many, ...one } = first;
  const endpoints = [...new Set(all.flatMap(endpointsOf))];
  const places = [...new Map(all.map(({ line, column }) => [`${line}:${column}`, { line, column }])).values()];
  const count = places.length;
  const words = all.some(({ isOpen }) => isOpen) ? `at least ${count}` : String(count);
  const message = many === undefined ? `${first.message} (${words} places)` : `${words} ${many}`;
  return {
    ...one,
    ...(count > 1 && { message, count, places: places.slice(0, MAX_PLACES) }),
    ...(endpoints.length > 1 && { endpoints }),
  };
};

/** Matches the kind of a problem in a JSON document, where the column of the text says nothing about the cause. */
const IN_DOCUMENT = /^\S*\[\]/;

/** Returns what diagnostics with one cause have in common: a kind, or their place and message. */
const causeOf = ({ severity, file, line, column, kind, message, hint }: Diagnostic): string =>
  kind === undefined
    ? JSON.stringify([severity, file, line, column, message, hint])
    : JSON.stringify([severity, file, IN_DOCUMENT.test(kind) ? '' : column, kind]);

/** Expects sorted diagnostics. */
const mergeCauses = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const causes = Map.groupBy(diagnostics, causeOf);
  return Array.from(causes.values(), (same) => merge(same as [Diagnostic, ...Diagnostic[]]));
};

export const splitBySeverity = (diagnostics: readonly Diagnostic[]): Diagnostics => {
  const sorted = mergeCauses(sortDiagnostics(diagnostics));
  const of = (severity: Severity) => sorted.filter((diagnostic) => diagnostic.severity === severity);
  return { errors: of('error'), warnings: of('warning'), notes: of('note') };
};

interface Wording {
  readonly say: (sentence: string) => string;
  readonly severity: Readonly<Record<Severity, string>>;
  /** Writes which endpoint has the problem. `component` may be empty, `more` counts further endpoints. */
  readonly owner: (name: string, component: string, more: number) => string;
  readonly remedy: (hint: string) => string;
}

const ENGLISH: Wording = {
  say: (sentence) => sentence,
  severity: { error: '', warning: 'warning: ', note: 'note: ' },
  owner: (name, component, more) => `${name}${component && ` (${component})`}${more > 0 ? ` and ${more} more` : ''}: `,
  remedy: (hint) => ` (${hint})`,
};

/** Writes on one line which endpoint has which problem, and what to do: `endpoint (Component): message (hint)`. */
export const describeDiagnostic = (diagnostic: Diagnostic, { say, owner, remedy } = ENGLISH): string => {
  const { message, hint, endpoint, component = '', endpoints = [] } = diagnostic;
  const whose = endpoint === undefined ? '' : owner(shownName(endpoint), component, endpoints.length - 1);
  const whatToDo = hint === undefined ? '' : remedy(say(hint));
  return escapeControls(`${whose}${say(message)}${whatToDo}`.replace(/\s*[\r\n\t]\s*/g, ' '));
};

/** Writes a diagnostic on one line: `file:line:column  endpoint (Component): message (hint)`. Warnings and notes have their severity after the place. */
export const formatDiagnostic = (diagnostic: Diagnostic, file = diagnostic.file, wording = ENGLISH): string => {
  const { line, column, severity } = diagnostic;
  const place = `${escapeControls(file)}:${line}:${column}`;
  return `${place}  ${wording.severity[severity]}${describeDiagnostic(diagnostic, wording)}`;
};

type NameOf = (file: string) => string;

const INDENT_CHARS = 4;
const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: ENGLISH,
  zh: {
    say: translate,
    severity: { error: '', warning: '警告：', note: '提示：' },
    owner: (name, component, more) =>
      `${name}${component && `（${shownComponent(component)}）`}${more > 0 ? `等 ${more + 1} 个接口` : ''}：`,
    remedy: (hint) => `（${hint}）`,
  },
};

/** Wraps a line for a terminal. In a pipe it stays whole, for `grep` and other programs. */
const wrapForReader = (line: string): string =>
  process.stdout.isTTY ? wrapLines(line, WIDTH_CHARS - INDENT_CHARS).join(`\n${' '.repeat(INDENT_CHARS)}`) : line;

const formatForReader = (diagnostic: Diagnostic, nameOf: NameOf): string => {
  const line = formatDiagnostic(diagnostic, nameOf(diagnostic.file), WORDINGS[language()]);
  const [place = '', ...words] = wrapForReader(line).split('  ');
  return [styleText(COLOURS[diagnostic.severity], place), ...words].join('  ');
};

const formatGroups = (diagnostics: readonly Diagnostic[], nameOf: NameOf): readonly string[] =>
  Array.from(Map.groupBy(diagnostics, ({ file }) => file).values(), (ofFile) =>
    ofFile.map((diagnostic) => formatForReader(diagnostic, nameOf)).join('\n'),
  );

export const reportList = (diagnostics: readonly Diagnostic[], nameOf: NameOf): string =>
  formatGroups(diagnostics, nameOf).join('\n\n');

/** Returns `; 2 warnings, 1 note`, or an empty text if there are no warnings and no notes. */
export const countOthers = ({ warnings, notes }: Omit<Diagnostics, 'errors'>): string => {
  const counts = [
    ...(warnings.length > 0 ? [pluralize(warnings.length, 'warning')] : []),
    ...(notes.length > 0 ? [pluralize(notes.length, 'note')] : []),
  ];
  return counts.length > 0 ? `; ${counts.join(', ')}` : '';
};

export const reportDiagnostics = ({ errors, warnings, notes }: Diagnostics, nameOf: NameOf): string => {
  const endpoints = new Set(errors.flatMap(endpointsOf)).size;
  const spread = endpoints > 0 ? ` in ${pluralize(endpoints, 'endpoint')}` : '';
  const summary = `${pluralize(errors.length, 'error')}${spread}${countOthers({ warnings, notes })}`;
  const groups = [errors, warnings, notes].flatMap((one) => formatGroups(one, nameOf));
  return [styleText('bold', forReader(summary)), ...groups].join('\n\n');
};
