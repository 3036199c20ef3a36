import { checkData } from '../../dashboard/data/check-data.ts';
import { createTrial, type LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../../dashboard/folder/diagnostic.ts';
import { stackRefusals } from '../../stack/describe-stack.ts';
import type { CostInput } from '../estimate-dashboard.ts';
import { areExclusive, type Changes, editValue, unite } from './try-edits.ts';

/** Returns what a diagnostic says, without its place and without figures, which a change may move. */
const sayingOf = ({ severity, endpoint, message }: Diagnostic): string =>
  JSON.stringify([severity, endpoint, message.replace(/\d[\d.]*/g, '#')]);

const isLoud = ({ severity }: Diagnostic): boolean => severity !== 'note';

/** True if the other diagnostics say nothing that these do not say. */
const saysNoMore = (known: readonly Diagnostic[], others: readonly Diagnostic[]): boolean => {
  const sayings = new Set(known.filter(isLoud).map(sayingOf));
  return others.filter(isLoud).every((diagnostic) => sayings.has(sayingOf(diagnostic)));
};

const foundIn = ({ errors, warnings }: LoadedDashboard): readonly Diagnostic[] => [...errors, ...warnings];

/** Says of changes whether `check` accepts them, and warns of nothing new. */
export type Judge = (changes: Changes) => Promise<boolean>;

/**
 * Creates a judge of changes to a dashboard. Files are read again only for less memory, which limits their size, and once
 * for each size of it.
 */
export const createJudge = ({ dashboard, ofData }: Pick<CostInput, 'dashboard' | 'ofData'>): Judge => {
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

/** Returns those of the changes that a judge accepts together, or else one by one. */
const acceptHalves = async <One extends Changes>(changes: readonly One[], judge: Judge): Promise<readonly One[]> => {
  if (changes.length === 0 || (await judge(unite(changes)))) return changes;
  if (changes.length === 1) return [];
  const middle = Math.ceil(changes.length / 2);
  const halves = [changes.slice(0, middle), changes.slice(middle)];
  return (await Promise.all(halves.map((half) => acceptHalves(half, judge)))).flat();
};

/**
 * Returns those of the changes that a judge accepts. Changes to different keys are judged together, and one by one only
 * if the judge refuses some of them.
 */
export const acceptChanges = async <One extends Changes>(
  changes: readonly One[],
  judge: Judge,
): Promise<readonly One[]> => {
  const batches: One[][] = [];
  for (const change of changes) {
    const fitting = batches.find((batch) => !batch.some((other) => areExclusive(other, change)));
    if (fitting) fitting.push(change);
    else batches.push([change]);
  }
  return (await Promise.all(batches.map((batch) => acceptHalves(batch, judge)))).flat();
};
