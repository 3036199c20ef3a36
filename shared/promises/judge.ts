import type { Promises } from '../config/promises.ts';
import type { Finding, SourceFacts } from './finding.ts';
import { type Clock, dayOf } from './zone-time.ts';

/** A judged promise. */
export interface Verdict {
  /** The name of the promise: `orders.newest`. */
  readonly name: string;
  /** How the promise is broken. Absent if it holds. */
  readonly finding?: Finding;
}

type Own = readonly [name: string, finding: Finding | undefined];

const judgeNewest = ({ newest: promise }: Promises, { newest, found }: SourceFacts, now: number): readonly Own[] => {
  if (promise?.within === undefined) return [];
  const { of, within } = promise;
  if (newest === undefined) return [['newest', found.newest ?? { kind: 'noTime', column: String(of), bound: within }]];
  return [['newest', now - newest > within ? { kind: 'newest', bound: within } : undefined]];
};

/** Judges `by` on its days, from its time until midnight. */
const judgeBy = (
  { by }: Promises,
  { newest = Number.NEGATIVE_INFINITY }: SourceFacts,
  clock: Clock,
): readonly Own[] => {
  const { weekday, at } = dayOf(clock);
  if (!by?.days.includes(weekday) || clock.now < at(by.minute)) return [];
  return [['by', newest < at(0) ? { kind: 'by', bound: by.minute } : undefined]];
};

/** Judges the promises of one dataset or endpoint. Promises that are not due are left out. */
export const judge = (source: string, promises: Promises, facts: SourceFacts, clock: Clock): readonly Verdict[] => {
  const { rows, values = {} } = promises;
  const lasting = [...(rows ? ['rows'] : []), ...Object.keys(values)].map((name): Own => [name, facts.found[name]]);
  return [...judgeNewest(promises, facts, clock.now), ...judgeBy(promises, facts, clock), ...lasting].map(
    ([name, finding]) => ({ name: `${source}.${name}`, ...(finding && { finding }) }),
  );
};

export const promiseNames = (source: string, { newest, by, rows, values = {} }: Promises): readonly string[] =>
  [
    ...(newest?.within === undefined ? [] : ['newest']),
    ...(by ? ['by'] : []),
    ...(rows ? ['rows'] : []),
    ...Object.keys(values),
  ].map((name) => `${source}.${name}`);
