import { shownName } from './name-words.ts';

/** One thing that is wrong with a dashboard folder: where it stands, what it is, and what to do. */
export interface Fault {
  /** An absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; of a CSV file, the table's column. */
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
  readonly endpoint?: string;
  readonly component?: string;
  /** A faulty definition takes its endpoint away; faulty data is answered with its problem. */
  readonly about: 'definition' | 'data';
  /** A warning is printed and changes nothing: the endpoint is served, and commands succeed. */
  readonly severity?: 'warning';
}

const ascending = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** By file, line and column; each fault once. */
export const sortFaults = (faults: readonly Fault[]): readonly Fault[] =>
  [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()].sort(
    (a, b) => ascending(a.file, b.file) || a.line - b.line || a.column - b.column,
  );

/** What must be mended, and what is only worth knowing. */
export interface Diagnostics {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

/** Separates warnings from faults; both are sorted by their places. */
export const splitWarnings = (all: readonly Fault[]): Diagnostics => {
  const sorted = sortFaults(all);
  return {
    faults: sorted.filter(({ severity }) => severity !== 'warning'),
    warnings: sorted.filter(({ severity }) => severity === 'warning'),
  };
};

const whose = ({ endpoint, component }: Fault): string => {
  if (endpoint === undefined) return '';
  const name = shownName(endpoint);
  return component === undefined ? `${name}: ` : `${name} (${component}): `;
};

/** `file:line:column  endpoint (Component): message (remedy)`, on one line; a warning says `warning:` after its place. */
export const formatFault = (fault: Fault, file = fault.file): string => {
  const remedy = fault.hint === undefined ? '' : ` (${fault.hint})`;
  const kind = fault.severity === 'warning' ? 'warning: ' : '';
  const words = `${kind}${whose(fault)}${fault.message}${remedy}`.replace(/\s*[\r\n\t]\s*/g, ' ');
  return `${file}:${fault.line}:${fault.column}  ${words}`;
};
