import { leaksOfLine } from './find-leaks.ts';

/** Maximum length of a log line. CloudWatch allows 256 KB, but a line that grows with the request is expensive. */
const MAX_LINE_LENGTH = 4_096;

type Line = Readonly<Record<string, unknown>>;

const parse = (line: string): Line | undefined => {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
};

/** True for log lines that are not about a request: advice about a body, and tokens that cannot be read. */
const isAside = (line: Line | undefined): boolean => line !== undefined && ('advice' in line || 'token' in line);

const requestFaults = (line: Line | undefined, status: number): readonly string[] => {
  if (!line || !('_aws' in line)) return ['the log has a line that Wallfeed did not write'];
  if (line.status !== status) return [`the log says status ${line.status}`];
  return status >= 400 && typeof line.error !== 'string' ? ['the log names no error'] : [];
};

const lineFaults = (line: string, secrets: readonly string[]): readonly string[] => [
  ...(line.length > MAX_LINE_LENGTH ? [`a log line has ${line.length} characters`] : []),
  ...(/[\r\n]/.test(line) ? ['a log line has a line break'] : []),
  ...leaksOfLine(line, secrets),
];

/** Checks the log of a request: exactly one line about it, and no secrets. */
export const checkLog = (lines: readonly string[], status: number, secrets: readonly string[]): readonly string[] => {
  const requestLines = lines.map(parse).filter((line) => !isAside(line));
  return [
    ...(requestLines.length === 1 ? [] : [`the log has ${requestLines.length} lines about one request`]),
    ...requestLines.flatMap((line) => requestFaults(line, status)),
    ...lines.flatMap((line) => lineFaults(line, secrets)),
  ];
};
