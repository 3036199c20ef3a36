import { templateOf } from '../../../shared/tabular/say.ts';
import { checkData } from '../../dashboard/data/check-data.ts';
import { createTrial, type LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../../dashboard/folder/diagnostic.ts';
import { stackRefusals } from '../../stack/describe-stack.ts';
import { MEASURED_MEMORY_MB } from '../assumptions.ts';
import { compareMemory, type Estimate, type MemoryChoices } from '../create-estimate.ts';
import type { CostInput } from '../estimate-dashboard.ts';
import { addMoney, ifKnown } from '../price-list.ts';
import { type Candidate, cacheCandidates, pauseCandidates } from './cache-candidates.ts';
import { settingCandidates } from './setting-candidates.ts';
import { areExclusive, type Changes, editValue, tryChanges, unite, type Variant } from './try-edits.ts';

/** Returns the content of a diagnostic without its place and values, because a change may alter both. */
const sayingOf = ({ severity, endpoint, message }: Diagnostic): string =>
  JSON.stringify([severity, endpoint, templateOf(message)]);

const isLoud = ({ severity }: Diagnostic): boolean => severity !== 'note';

/** Ignores notes. */
const saysNoMore = (known: readonly Diagnostic[], others: readonly Diagnostic[]): boolean => {
  const sayings = new Set(known.filter(isLoud).map(sayingOf));
  return others.filter(isLoud).every((diagnostic) => sayings.has(sayingOf(diagnostic)));
};

const foundIn = ({ errors, warnings }: LoadedDashboard): readonly Diagnostic[] => [...errors, ...warnings];

/** True if `check` accepts changes without a new warning. */
type Judge = (changes: Changes) => Promise<boolean>;

/**
 * Reads files again only if a change lowers `memory`, which limits their size, and only once for each value of
 * `memory`.
 */
const createJudge = ({ dashboard, ofData }: Pick<CostInput, 'dashboard' | 'ofData'>): Judge => {
  const byMemory = new Map<number, Promise<boolean>>();
  let trial: ReturnType<typeof createTrial> | undefined;
  return async ({ edits }) => {
    if (edits.length === 0) return true;
    trial ??= createTrial(dashboard.folder);
    const changed = await (await trial)(editValue(dashboard.written.value, edits));
    if (!saysNoMore(foundIn(dashboard), foundIn(changed)) || stackRefusals(changed).length > 0) return false;
    const { memory } = changed;
    if (memory >= dashboard.memory) return true;
    const isRead = byMemory.get(memory) ?? checkData(changed).then((found) => saysNoMore(ofData, found));
    byMemory.set(memory, isRead);
    return isRead;
  };
};

/** Judges all changes together, and divides them in half if they are refused. */
const acceptHalves = async <One extends Changes>(changes: readonly One[], judge: Judge): Promise<readonly One[]> => {
  if (changes.length === 0 || (await judge(unite(changes)))) return changes;
  if (changes.length === 1) return [];
  const middle = Math.ceil(changes.length / 2);
  const halves = [changes.slice(0, middle), changes.slice(middle)];
  return (await Promise.all(halves.map((half) => acceptHalves(half, judge)))).flat();
};

/** Judges changes to different keys together, which is faster. */
const acceptChanges = async <One extends Changes>(changes: readonly One[], judge: Judge): Promise<readonly One[]> => {
  const batches: One[][] = [];
  for (const change of changes) {
    const fitting = batches.find((batch) => !batch.some((other) => areExclusive(other, change)));
    if (fitting) fitting.push(change);
    else batches.push([change]);
  }
  return (await Promise.all(batches.map((batch) => acceptHalves(batch, judge)))).flat();
};

export interface Saving extends Candidate {
  readonly saved: number;
}

export interface Together extends Changes {
  readonly saved: number;
  readonly total: number;
  /** The savings of single changes overlap. */
  readonly sum: number;
  readonly chosen: readonly Saving[];
}

export interface Savings {
  /** Each saves at least a cent; the largest saving is first. */
  readonly savings: readonly Saving[];
  readonly together?: Together;
  readonly memory: MemoryChoices;
}

const MIN_SAVING = 0.01;

const tryOut = (variant: Variant, changes: Changes): Variant | undefined => ifKnown(() => tryChanges(variant, changes));

/** Finds the shortest caches with which the database is paused at least half of the time. */
const letDatabasePause = (present: Variant): readonly Candidate[] => {
  const { estimate } = present;
  if (!estimate.database.isOwn) return [];
  const pauses = (candidate: Candidate): boolean => {
    const database = tryOut(present, candidate)?.estimate.database;
    return database !== undefined && database.awakeHours <= database.openHours / 2;
  };
  return [false, true]
    .flatMap((isShared) => pauseCandidates(estimate, isShared))
    .flatMap((candidates) => candidates.filter(({ edits }) => edits.length > 0).find(pauses) ?? []);
};

const bySaving = (a: Saving, b: Saving): number => b.saved - a.saved;

/** Combines changes, the largest saving first. Skips a change that saves nothing more, or that `check` refuses. */
const combine = async (present: Variant, savings: readonly Saving[], judge: Judge): Promise<Together | undefined> => {
  const choose = async (accept: Judge) => {
    let chosen: readonly Saving[] = [];
    let lowest = present;
    for (const saving of savings) {
      if (chosen.some((other) => areExclusive(other, saving))) continue;
      const after = tryOut(lowest, saving);
      if (!after || after.estimate.total > lowest.estimate.total - MIN_SAVING) continue;
      if (!(await accept(unite([...chosen, saving])))) continue;
      chosen = [...chosen, saving];
      lowest = after;
    }
    return { chosen, total: lowest.estimate.total };
  };
  const wanted = await choose(() => Promise.resolve(true));
  const { chosen, total } = (await judge(unite(wanted.chosen))) ? wanted : await choose(judge);
  if (chosen.length < 2) return undefined;
  return {
    saved: addMoney([present.estimate.total, -total]),
    total,
    sum: addMoney(chosen.map(({ saved }) => saved)),
    chosen,
    ...unite(chosen),
  };
};

const isOfMemory = ({ edits }: Changes): boolean => edits.some(({ path }) => path[0] === 'memory');

/**
 * Returns the measured memory sizes with which the dashboard works: the smallest size that the judge accepts, and all
 * above.
 */
const memorySizes = async (memoryMb: number, judge: Judge): Promise<readonly number[]> => {
  for (const [index, size] of MEASURED_MEMORY_MB.entries()) {
    const change = { edits: [{ path: ['memory'], value: size }], options: {} };
    if (size >= memoryMb || (await judge(change))) return MEASURED_MEMORY_MB.slice(index);
  }
  return MEASURED_MEMORY_MB;
};

export const findSavings = async (input: CostInput, estimate: Estimate): Promise<Savings> => {
  const present = { ...input, estimate };
  const judge = createJudge(input);
  const candidates = [
    ...cacheCandidates(estimate, input.dashboard.written.value),
    ...letDatabasePause(present),
    ...settingCandidates(input, estimate),
  ];
  const saving = (candidate: Candidate): Saving => {
    const after = tryOut(present, candidate)?.estimate;
    return { ...candidate, saved: after ? addMoney([estimate.total, -after.total]) : 0 };
  };
  const worthwhile = candidates.map(saving).filter(({ saved }) => saved >= MIN_SAVING);
  const { memoryMb } = estimate.assumptions;
  const sizes = await memorySizes(memoryMb, judge);
  const isAllowed = ({ edits }: Saving): boolean => edits.every(({ value }) => sizes.includes(Number(value)));
  const ofMemory = worthwhile.filter(isOfMemory);
  const others = worthwhile.filter((one) => !isOfMemory(one));
  const savings = [...(await acceptChanges(others, judge)), ...ofMemory.filter(isAllowed)].toSorted(bySaving);
  const together = await combine(present, savings, judge);
  return {
    savings,
    ...(together && { together }),
    memory: compareMemory(estimate, sizes),
  };
};
