import type { FuzzCase } from './cases/fuzz-case.ts';

/** Of a request, a file or a result, so many characters. */
const SHOWN = 3_000;

const shortened = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters in all)`;

const fileLines = (objects: Readonly<Record<string, Uint8Array>>): readonly string[] =>
  Object.entries(objects).map(([name, bytes]) => {
    const text = Buffer.from(bytes.subarray(0, SHOWN)).toString('latin1');
    return `file ${name}, ${bytes.length} bytes, as Latin 1: ${shortened(JSON.stringify(text))}`;
  });

const resultLines = (results: Readonly<Record<string, object>>): readonly string[] =>
  Object.entries(results).map(([name, reply]) => `result ${name}: ${shortened(JSON.stringify(reply))}`);

/** A case for a person: how it was made, what is asked, and what the sources hold. */
export const describeCase = ({ made, endpoint, event, fixtures, expected, again }: FuzzCase): string =>
  [
    `made as: ${made}${expected ? `; it must be ${expected}` : ''}${again ? '; asked twice' : ''}`,
    `endpoint: ${endpoint.family}/${endpoint.slug}, ${shortened(JSON.stringify(endpoint.config))}`,
    `event: ${shortened(JSON.stringify(event))}`,
    ...fileLines(fixtures.objects ?? {}),
    ...resultLines(fixtures.results ?? {}),
  ].join('\n');
