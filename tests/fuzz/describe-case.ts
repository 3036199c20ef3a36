import type { FuzzCase } from './cases/fuzz-case.ts';

/** Maximum number of characters of a request, file or result in a description. */
const MAX_SHOWN_CHARACTERS = 3_000;

const shortened = (text: string): string =>
  text.length <= MAX_SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, MAX_SHOWN_CHARACTERS)}… (${text.length} characters in all)`;

const fileLines = (objects: Readonly<Record<string, Uint8Array>>): readonly string[] =>
  Object.entries(objects).map(([name, bytes]) => {
    const text = Buffer.from(bytes.subarray(0, MAX_SHOWN_CHARACTERS)).toString('latin1');
    return `file ${name}, ${bytes.length} bytes, as Latin 1: ${shortened(JSON.stringify(text))}`;
  });

const resultLines = (results: Readonly<Record<string, object>>): readonly string[] =>
  Object.entries(results).map(([name, reply]) => `result ${name}: ${shortened(JSON.stringify(reply))}`);

/** Describes a case: how it was generated, its request, and its sources. */
export const describeCase = ({ made, endpoint, event, fixtures, expected, again }: FuzzCase): string =>
  [
    `generated as: ${made}${expected ? `; the outcome must be ${expected}` : ''}${again ? '; sent twice' : ''}`,
    `endpoint: ${endpoint.family}/${endpoint.slug}, ${shortened(JSON.stringify(endpoint.config))}`,
    `event: ${shortened(JSON.stringify(event))}`,
    ...fileLines(fixtures.objects ?? {}),
    ...resultLines(fixtures.results ?? {}),
  ].join('\n');
