import fc from 'fast-check';
import type { FuzzCase } from './cases/fuzz-case.ts';
import { describeCase } from './describe-case.ts';
import type { Draw } from './draw.ts';

/** The first case that breaks something, as small as it becomes. */
export interface Failure {
  readonly path: string;
  readonly faults: string;
  /** The case, for a person. */
  readonly found: string;
}

export type Run = (one: FuzzCase, index: number) => Promise<void>;

type Cases = fc.Arbitrary<FuzzCase>;

const SHRINKS_FOR = 60_000;

const search = async (cases: Cases, run: Run, parameters: fc.Parameters<[FuzzCase]>): Promise<Failure | undefined> => {
  let index = 0;
  const property = fc.asyncProperty(cases, (one) => run(one, index++));
  const { failed, counterexamplePath, errorInstance, counterexample } = await fc.check(property, parameters);
  if (!failed || !counterexample) return undefined;
  return {
    path: counterexamplePath ?? '',
    faults: String(Object(errorInstance).message ?? errorInstance),
    found: describeCase(counterexample[0]),
  };
};

const runOne = (cases: Cases, { seed, path }: Required<Pick<Draw, 'seed' | 'path'>>, run: Run) =>
  search(cases, run, { seed, path, numRuns: 1, interruptAfterTimeLimit: SHRINKS_FOR, markInterruptAsFailure: false });

/**
 * Draws and runs cases one after the other until one fails, and makes that one as small as it can; with a path, that one
 * alone. A case that fails only after those before it is given as it was drawn.
 */
export const runCases = async (cases: Cases, { seed, runs, path }: Draw, run: Run): Promise<Failure | undefined> => {
  if (path !== undefined) return runOne(cases, { seed, path }, run);
  const first = await search(cases, run, { seed, numRuns: runs, endOnFailure: true });
  if (!first) return undefined;
  const smallest = await runOne(cases, { seed, path: first.path }, run);
  return smallest ?? { ...first, faults: `${first.faults}\n(it comes after the cases before it alone)` };
};

/** The case that a path leads to, for a person; it is not run. */
export const describeDrawn = (cases: Cases, { seed, path = '0' }: Draw): string =>
  fc.sample(cases, { seed, path, numRuns: 1 }).map(describeCase).join('\n');
