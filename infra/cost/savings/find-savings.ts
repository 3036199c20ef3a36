import { MEASURED_MEMORY_MB } from '../assumptions.ts';
import { compareMemory, type MemoryChoices } from '../compare-memory.ts';
import type { Estimate } from '../create-estimate.ts';
import type { CostInput } from '../estimate-dashboard.ts';
import { addMoney, ifKnown } from '../price-list.ts';
import { type Candidate, cacheCandidates, pauseCandidates } from './cache-candidates.ts';
import { acceptChanges, createJudge, type Judge } from './judge.ts';
import { settingCandidates } from './setting-candidates.ts';
import { areExclusive, type Changes, tryChanges, unite } from './try-edits.ts';

/** A change that saves money, and the money that it saves in a month. */
export interface Saving extends Candidate {
  readonly saved: number;
}

/** All changes that fit together, and what they save in a month. */
export interface Together extends Changes {
  readonly saved: number;
  readonly total: number;
  /** The sum of the savings of the single changes, which overlap. */
  readonly sum: number;
}

/** Changes that lower the cost of a dashboard. */
export interface Savings {
  /** The single changes that save at least a cent, the largest saving first. */
  readonly savings: readonly Saving[];
  readonly together?: Together;
  readonly memory: MemoryChoices;
}

const MIN_SAVING = 0.01;

/** Returns the estimate after changes; undefined if it needs an unknown price. */
type Try = (changes: Changes) => Estimate | undefined;

/** Finds the shortest caches with which the database is paused at least half of the time. */
const letDatabasePause = (estimate: Estimate, tryOut: Try): readonly Candidate[] => {
  if (!estimate.database.isOwn) return [];
  const pauses = (candidate: Candidate): boolean => {
    const database = tryOut(candidate)?.database;
    return database !== undefined && database.awakeHours <= database.openHours / 2;
  };
  return [false, true]
    .flatMap((isShared) => pauseCandidates(estimate, isShared))
    .flatMap((candidates) => candidates.filter(({ edits }) => edits.length > 0).find(pauses) ?? []);
};

const bySaving = (a: Saving, b: Saving): number => b.saved - a.saved;

/** Combines changes, the largest saving first, as long as each saves something more and `check` accepts them all. */
const combine = async (
  { total }: Estimate,
  savings: readonly Saving[],
  tryOut: Try,
  judge: Judge,
): Promise<Together | undefined> => {
  const totalOf = (changes: readonly Changes[]): number =>
    changes.length === 0 ? total : (tryOut(unite(changes))?.total ?? total);
  const choose = async (accept: Judge): Promise<readonly Saving[]> => {
    let chosen: readonly Saving[] = [];
    let lowest = total;
    for (const saving of savings) {
      if (chosen.some((other) => areExclusive(other, saving))) continue;
      const more = [...chosen, saving];
      const after = totalOf(more);
      if (after > lowest - MIN_SAVING || !(await accept(unite(more)))) continue;
      chosen = more;
      lowest = after;
    }
    return chosen;
  };
  const wanted = await choose(() => Promise.resolve(true));
  const chosen = (await judge(unite(wanted))) ? wanted : await choose(judge);
  if (chosen.length < 2) return undefined;
  const together = totalOf(chosen);
  return {
    saved: addMoney([total, -together]),
    total: together,
    sum: addMoney(chosen.map(({ saved }) => saved)),
    ...unite(chosen),
  };
};

const isOfMemory = ({ edits }: Changes): boolean => edits.some(({ path }) => path[0] === 'memory');

/** Returns the changes to each smaller memory size. */
const smallerThan = (memoryMb: number): readonly (Changes & { readonly size: number })[] =>
  MEASURED_MEMORY_MB.filter((size) => size < memoryMb).map((size) => ({
    size,
    edits: [{ path: ['memory'], value: size }],
    options: {},
  }));

/** Finds changes that save money: each is tried, and judged by the rules of `check`. */
export const findSavings = async (input: CostInput, estimate: Estimate): Promise<Savings> => {
  const tryOut: Try = (changes) => ifKnown(() => tryChanges(input, estimate.wall, changes));
  const judge = createJudge(input.dashboard);
  const candidates = [
    ...cacheCandidates(estimate, input.dashboard.written.value),
    ...letDatabasePause(estimate, tryOut),
    ...settingCandidates(input, estimate),
  ];
  const saving = (candidate: Candidate): Saving => {
    const after = tryOut(candidate);
    return { ...candidate, saved: after ? addMoney([estimate.total, -after.total]) : 0 };
  };
  const worthwhile = candidates.map(saving).filter(({ saved }) => saved >= MIN_SAVING);
  const { memoryMb } = estimate.assumptions;
  const accepted = await acceptChanges(smallerThan(memoryMb), judge);
  const sizes = MEASURED_MEMORY_MB.filter((size) => size >= memoryMb || accepted.some((one) => one.size === size));
  const isAllowed = ({ edits }: Saving): boolean => edits.every(({ value }) => sizes.includes(Number(value)));
  const ofMemory = worthwhile.filter(isOfMemory);
  const others = worthwhile.filter((one) => !isOfMemory(one));
  const savings = [...(await acceptChanges(others, judge)), ...ofMemory.filter(isAllowed)].toSorted(bySaving);
  const together = await combine(estimate, savings, tryOut, judge);
  return {
    savings,
    ...(together && { together }),
    memory: compareMemory(estimate, sizes.length > 0 ? sizes : MEASURED_MEMORY_MB),
  };
};
