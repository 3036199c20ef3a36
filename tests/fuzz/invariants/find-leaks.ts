import { tmpdir } from 'node:os';
import { projectRoot } from '../../../infra/build/project-root.ts';
import { canaries, SHOWN_CANARY } from '../setting/canaries.ts';

/** Patterns that only occur in internal text, such as ARNs and stack traces. */
const PATTERNS: readonly RegExp[] = [
  /arn:aws/i,
  /(?:^|\n|\\n) *at [^"\n]{0,200}:\d+:\d+/,
  /node:internal|node_modules|file:\/\//,
  /AWS4-HMAC|X-Amz-|-----BEGIN/i,
  /\bselect\s+\*\s+from\b/i,
];

const PLACES = [projectRoot, `${tmpdir()}/`, process.execPath];

/** Escapes a text as JSON does. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const contains = (text: string, secret: string): boolean => text.includes(secret) || text.includes(escaped(secret));

const leaked = (text: string, secrets: readonly string[]): readonly string[] => [
  ...[...Object.values(canaries), ...PLACES, ...secrets].filter((secret) => contains(text, secret)),
  ...PATTERNS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
];

/**
 * Finds secrets in a response.
 * @param secrets texts of this request that must not occur in the response.
 */
export const leaksOfResponse = (text: string, secrets: readonly string[]): readonly string[] =>
  leaked(text, secrets).map((leak) => `the response reveals ${JSON.stringify(leak)}`);

/** Matches the name that the database did not find. The log contains this name to help the author of the statement. */
const MISSING_NAME = /(?<="cause":"[\w.-]{1,80}: (?:column|relation|function|schema|type) )[\w$.]+(?=")/;

/** Finds secrets in a log line. A log line must not contain request or response data either. */
export const leaksOfLine = (line: string, secrets: readonly string[]): readonly string[] =>
  leaked(line.replace(MISSING_NAME, ''), [...secrets, SHOWN_CANARY]).map(
    (leak) => `the log reveals ${JSON.stringify(leak)}`,
  );
