import { tmpdir } from 'node:os';
import { projectRoot } from '../../../infra/build/project-root.ts';
import { canaries, SHOWN_CANARY } from '../setting/canaries.ts';

/** What no program text of ours says unless it repeats what it must not. */
const PATTERNS: readonly RegExp[] = [
  /arn:aws/i,
  /(?:^|\n|\\n) *at [^"\n]{0,200}:\d+:\d+/,
  /node:internal|node_modules|file:\/\//,
  /AWS4-HMAC|X-Amz-|-----BEGIN/i,
  /\bselect\s+\*\s+from\b/i,
];

const PLACES = [projectRoot, `${tmpdir()}/`, process.execPath];

/** A text as JSON has it, where it cannot stand as it is. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const contains = (text: string, secret: string): boolean => text.includes(secret) || text.includes(escaped(secret));

const leaked = (text: string, secrets: readonly string[]): readonly string[] => [
  ...[...Object.values(canaries), ...PLACES, ...secrets].filter((secret) => contains(text, secret)),
  ...PATTERNS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
];

/** What an answer gives away. `secrets`: what this request carried and nobody may repeat. */
export const leaksOfAnswer = (text: string, secrets: readonly string[]): readonly string[] =>
  leaked(text, secrets).map((one) => `the answer gives away ${JSON.stringify(one)}`);

/** What a line of the log gives away: nothing of what was asked or answered belongs there either. */
export const leaksOfLine = (line: string, secrets: readonly string[]): readonly string[] =>
  leaked(line, [...secrets, SHOWN_CANARY]).map((one) => `the log gives away ${JSON.stringify(one)}`);
