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
}

const ascending = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** By file, line and column; each fault once. */
export const sortFaults = (faults: readonly Fault[]): readonly Fault[] =>
  [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()].sort(
    (a, b) => ascending(a.file, b.file) || a.line - b.line || a.column - b.column,
  );

const whose = ({ endpoint, component }: Fault): string => {
  if (endpoint === undefined) return '';
  const name = shownName(endpoint);
  return component === undefined ? `${name}: ` : `${name} (${component}): `;
};

/** `file:line:column  endpoint (Component): message (remedy)`, on one line. */
export const formatFault = (fault: Fault, file = fault.file): string => {
  const remedy = fault.hint === undefined ? '' : ` (${fault.hint})`;
  const words = `${whose(fault)}${fault.message}${remedy}`.replace(/\s*[\r\n\t]\s*/g, ' ');
  return `${file}:${fault.line}:${fault.column}  ${words}`;
};
