import { shownName } from './name-words.ts';
import { type Position, positionAt } from './text-position.ts';

/** A problem, and what to do about it. */
export interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** A problem in a text that does not know its file: SQL, a script, a seed. */
export interface TextProblem extends Problem {
  /** Place in UTF-16 units from the start of the text. */
  readonly offset: number;
  /** A warning does not make the text invalid. */
  readonly severity?: 'warning';
}

/** A line and a column of a file. In a CSV file, the column counts the cells of the line. */
export interface Place extends Position {
  /** An absolute path. */
  readonly file: string;
}

/** One thing that `check` found in a dashboard folder: where it is, what it is, and what to do. */
export interface Diagnostic extends Place {
  readonly message: string;
  readonly hint?: string;
  /** The slug of the endpoint that has the problem. Absent if the problem is not in an endpoint. */
  readonly endpoint?: string;
  readonly component?: string;
  /** A warning is printed and changes nothing else: the endpoint is served, and commands succeed. */
  readonly severity: 'error' | 'warning';
}

/** Diagnostics by severity, each list sorted by place. */
export interface Diagnostics {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Returns the place of an offset in the text of a file. */
export const placeAt = (file: string, text: string, offset: number): Place => ({ file, ...positionAt(text, offset) });

const ascending = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Sorts diagnostics by file, line and column, and drops duplicates. */
export const sortDiagnostics = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()].sort(
    (a, b) => ascending(a.file, b.file) || a.line - b.line || a.column - b.column,
  );

/** Sorts diagnostics and separates the warnings from the errors. */
export const splitBySeverity = (diagnostics: readonly Diagnostic[]): Diagnostics => {
  const sorted = sortDiagnostics(diagnostics);
  return {
    errors: sorted.filter(({ severity }) => severity === 'error'),
    warnings: sorted.filter(({ severity }) => severity === 'warning'),
  };
};

const describeOwner = ({ endpoint, component }: Diagnostic): string => {
  if (endpoint === undefined) return '';
  const name = shownName(endpoint);
  return component === undefined ? `${name}: ` : `${name} (${component}): `;
};

/** Writes on one line which endpoint has which problem, and what to do: `endpoint (Component): message (hint)`. */
export const describeDiagnostic = (diagnostic: Diagnostic): string => {
  const { message, hint } = diagnostic;
  const remedy = hint === undefined ? '' : ` (${hint})`;
  return `${describeOwner(diagnostic)}${message}${remedy}`.replace(/\s*[\r\n\t]\s*/g, ' ');
};

/** Writes a diagnostic on one line: `file:line:column  endpoint (Component): message (hint)`. A warning has `warning:` after its place. */
export const formatDiagnostic = (diagnostic: Diagnostic, file = diagnostic.file): string => {
  const { line, column, severity } = diagnostic;
  const label = severity === 'warning' ? 'warning: ' : '';
  return `${file}:${line}:${column}  ${label}${describeDiagnostic(diagnostic)}`;
};
