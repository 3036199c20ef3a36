import { leaksOfLine } from './find-leaks.ts';

/** CloudWatch takes 256 KB; a line that grows with what was asked costs more than the request. */
const MAX_LINE_LENGTH = 4_096;

type Line = Readonly<Record<string, unknown>>;

const parse = (line: string): Line | undefined => {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
};

/** Lines that are not about a request: advice about a body, and tokens that cannot be read. */
const isAside = (line: Line | undefined): boolean => line !== undefined && ('advice' in line || 'token' in line);

const requestFaults = (line: Line | undefined, status: number): readonly string[] => {
  if (!line || !('_aws' in line)) return ['the log has a line that is not ours'];
  if (line.status !== status) return [`the log says status ${line.status}`];
  return status >= 400 && typeof line.error !== 'string' ? ['the log names no error'] : [];
};

const lineFaults = (line: string, secrets: readonly string[]): readonly string[] => [
  ...(line.length > MAX_LINE_LENGTH ? [`a line of the log has ${line.length} characters`] : []),
  ...(/[\r\n]/.test(line) ? ['a line of the log is several'] : []),
  ...leaksOfLine(line, secrets),
];

/** Faults of what a request wrote to the log: one line about itself, and nothing that it must keep. */
export const checkLog = (lines: readonly string[], status: number, secrets: readonly string[]): readonly string[] => {
  const own = lines.map(parse).filter((line) => !isAside(line));
  return [
    ...(own.length === 1 ? [] : [`the log has ${own.length} lines about one request`]),
    ...own.flatMap((line) => requestFaults(line, status)),
    ...lines.flatMap((line) => lineFaults(line, secrets)),
  ];
};
