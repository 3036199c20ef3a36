import fc from 'fast-check';
import type { FuzzCase } from './cases/fuzz-case.ts';
import type { Draw } from './draw.ts';

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

const describeCase = ({ made, endpoint, event, fixtures, expected, again }: FuzzCase): string =>
  [
    `generated as: ${made}${expected ? `; the outcome must be ${expected}` : ''}${again ? '; sent twice' : ''}`,
    `endpoint: ${endpoint.family}/${endpoint.slug}, ${shortened(JSON.stringify(endpoint.config))}`,
    `event: ${shortened(JSON.stringify(event))}`,
    ...fileLines(fixtures.objects ?? {}),
    ...resultLines(fixtures.results ?? {}),
  ].join('\n');

export interface Failure {
  readonly path: string;
  readonly faults: string;
  readonly found: string;
}

export type Run = (one: FuzzCase, index: number) => Promise<void>;

type Cases = fc.Arbitrary<FuzzCase>;

const MAX_SHRINK_MS = 60_000;

const search = async (cases: Cases, run: Run, parameters: fc.Parameters<[FuzzCase]>): Promise<Failure | undefined> => {
  let index = 0;
  const property = fc.asyncProperty(cases, (drawn) => run(drawn, index++));
  const { failed, counterexamplePath, errorInstance, counterexample } = await fc.check(property, parameters);
  if (!failed || !counterexample) return undefined;
  return {
    path: counterexamplePath ?? '',
    faults: String(Object(errorInstance).message ?? errorInstance),
    found: describeCase(counterexample[0]),
  };
};

const runOne = (cases: Cases, { seed, path }: Required<Pick<Draw, 'seed' | 'path'>>, run: Run) =>
  search(cases, run, { seed, path, numRuns: 1, interruptAfterTimeLimit: MAX_SHRINK_MS, markInterruptAsFailure: false });

/**
 * Runs until a case fails, then shrinks that case. With a path, runs only the case of that path. A case that fails only
 * after the cases before it is returned unshrunk.
 */
export const runCases = async (cases: Cases, { seed, runs, path }: Draw, run: Run): Promise<Failure | undefined> => {
  if (path !== undefined) return runOne(cases, { seed, path }, run);
  const first = await search(cases, run, { seed, numRuns: runs, endOnFailure: true });
  if (!first) return undefined;
  const smallest = await runOne(cases, { seed, path: first.path }, run);
  return smallest ?? { ...first, faults: `${first.faults}\n(the case fails only after the cases before it)` };
};

export const describeDrawn = (cases: Cases, { seed, path = '0' }: Draw): string =>
  fc.sample(cases, { seed, path, numRuns: 1 }).map(describeCase).join('\n');
