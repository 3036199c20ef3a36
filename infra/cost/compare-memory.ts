import { billedTimesOf, MEASURED_MEMORY_MB } from './assumptions.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { writeMoney } from './figures.ts';

/** Cost and speed of a dashboard with a memory size, by the measured times. */
export interface MemoryChoice {
  readonly memoryMb: number;
  readonly total: number;
  readonly readMs: number;
  readonly coldMs: number;
}

const choose = ({ wall, assumptions, prices }: Estimate, memoryMb: number): MemoryChoice => {
  const times = billedTimesOf(memoryMb);
  const { total } = createEstimate(wall, { ...assumptions, ...times, memoryMb }, prices);
  return { memoryMb, total, readMs: times.readMs, coldMs: times.coldMs };
};

/** Finds the cheapest memory size, and the fastest for warm calls. If two sizes are equal, the smaller one wins. */
export const compareMemory = (
  estimate: Estimate,
): { readonly cheapest: MemoryChoice; readonly fastest: MemoryChoice } => {
  const choices = MEASURED_MEMORY_MB.map((memoryMb) => choose(estimate, memoryMb));
  const leastBy = (amount: (choice: MemoryChoice) => number): MemoryChoice =>
    choices.reduce((least, choice) => (amount(choice) < amount(least) ? choice : least));
  return { cheapest: leastBy(({ total }) => total), fastest: leastBy(({ readMs }) => readMs) };
};

const describe = ({ memoryMb, total, readMs, coldMs }: MemoryChoice): string =>
  `memory: ${memoryMb} (${writeMoney(total)} a month, ${readMs} ms for a call that reads its sources, ${coldMs} ms for a cold call)`;

/** Proposes the cheapest and the fastest memory size. */
export const proposeMemory = (estimate: Estimate): string => {
  const { cheapest, fastest } = compareMemory(estimate);
  return cheapest.memoryMb === fastest.memoryMb
    ? `By the measured times, the cheapest and fastest is ${describe(cheapest)}.`
    : `By the measured times, the cheapest is ${describe(cheapest)}, and the fastest is ${describe(fastest)}.`;
};
