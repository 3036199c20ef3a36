import { tmpdir } from 'node:os';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { canaries, SHOWN_CANARY } from '../setting/canaries.ts';

/** Only internal text has these patterns, such as ARNs and stack traces. */
const PATTERNS: readonly RegExp[] = [
  /arn:aws/i,
  /(?:^|\n|\\n) *at [^"\n]{0,200}:\d+:\d+/,
  /node:internal|node_modules|file:\/\//,
  /AWS4-HMAC|X-Amz-|-----BEGIN/i,
  /\bselect\s+\*\s+from\b/i,
];

const PLACES = [projectRoot, `${tmpdir()}/`, process.execPath];

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const contains = (text: string, secret: string): boolean => text.includes(secret) || text.includes(escaped(secret));

const leaked = (text: string, secrets: readonly string[]): readonly string[] => [
  ...[...Object.values(canaries), ...PLACES, ...secrets].filter((secret) => contains(text, secret)),
  ...PATTERNS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
];

/** @param secrets texts of this request that must not occur in the response. */
export const leaksOfResponse = (text: string, secrets: readonly string[]): readonly string[] =>
  leaked(text, secrets).map((leak) => `the response reveals ${JSON.stringify(leak)}`);

/** Matches the name that the database did not find. The log contains this name to help the author of the statement. */
const MISSING_NAME = /(?<="cause":"[\w.-]{1,80}: (?:column|relation|function|schema|type) )[\w$.]+(?=")/;

/**
 * Removes the sentence of the service, and the resources that it names, from the reason of a refusal. The log has them, so
 * that the owner can mend the cause. The reason must not have anything else, such as texts in quotes, keys and tokens.
 */
const withoutReason = (line: string): string =>
  line.replace(/"reason":"[^"]*"/, (reason) =>
    [canaries.sqlSentence, canaries.database, canaries.bucket, /arn:aws[^\s"';,]*/g].reduce<string>(
      (rest, said) => rest.replaceAll(said, ''),
      reason,
    ),
  );

/** Finds secrets in a log line must not contain request or response data either. */
const leaksOfLine = (line: string, secrets: readonly string[]): readonly string[] =>
  leaked(withoutReason(line.replace(MISSING_NAME, '')), [...secrets, SHOWN_CANARY]).map(
    (leak) => `the log reveals ${JSON.stringify(leak)}`,
  );

/** CloudWatch allows 256 KB, but a line that grows with the request is expensive. */
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
