import { billedTimesOf, MEASURED_MEMORY_MB } from './assumptions.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { writeMoney } from './figures.ts';
import { fileTimeOf } from './file-time.ts';

/** Cost and speed of a dashboard with a memory size, by the measured times. */
export interface MemoryChoice {
  readonly memoryMb: number;
  readonly total: number;
  /** Time of a warm call that reads its sources, with the scan of files, for the slowest endpoint. */
  readonly readMs: number;
  readonly coldMs: number;
}

/** The cheapest memory size, and the fastest for warm calls. */
export interface MemoryChoices {
  readonly cheapest: MemoryChoice;
  readonly fastest: MemoryChoice;
}

const choose = ({ wall, assumptions, prices }: Estimate, memoryMb: number): MemoryChoice => {
  const times = billedTimesOf(memoryMb);
  const changed = { ...assumptions, ...times, memoryMb };
  const { total } = createEstimate(wall, changed, prices);
  const scans = wall.map((endpoint) => fileTimeOf(endpoint, changed).warm);
  return { memoryMb, total, readMs: Math.round(times.readMs + Math.max(0, ...scans)), coldMs: times.coldMs };
};

/**
 * Finds the cheapest memory size, and the fastest for warm calls. If two sizes are equal, the smaller one wins.
 * @param sizes the sizes that `check` accepts, in MB.
 */
export const compareMemory = (estimate: Estimate, sizes: readonly number[] = MEASURED_MEMORY_MB): MemoryChoices => {
  const choices = sizes.map((memoryMb) => choose(estimate, memoryMb));
  const leastBy = (amount: (choice: MemoryChoice) => number): MemoryChoice =>
    choices.reduce((least, choice) => (amount(choice) < amount(least) ? choice : least));
  return { cheapest: leastBy(({ total }) => total), fastest: leastBy(({ readMs }) => readMs) };
};

const describe = ({ memoryMb, total, readMs, coldMs }: MemoryChoice): string =>
  `memory: ${memoryMb} (${writeMoney(total)} a month, ${readMs} ms for the slowest call that reads its sources, ${coldMs} ms for a cold call)`;

/** Describes the cheapest and the fastest memory size. */
export const describeMemory = ({ cheapest, fastest }: MemoryChoices): string =>
  cheapest.memoryMb === fastest.memoryMb
    ? `By the measured times, the cheapest and fastest is ${describe(cheapest)}.`
    : `By the measured times, the cheapest is ${describe(cheapest)}, and the fastest is ${describe(fastest)}.`;
