import { LRUCache } from 'lru-cache';
import { type Instant, now, since } from './instant.ts';

const ENTRIES = 1_000;

interface Refusal {
  /** When the answer was made that stays what it is. */
  readonly madeAt: number | undefined;
  readonly first: Instant;
}

/** For how long this environment has been refused a turn while no newer answer came of it. */
export interface Refusals {
  /** Notes a refusal. Whether the first is longer ago than a turn lasts, in milliseconds: then it is as if nobody had it, once. */
  areTooLong(name: string, madeAt: number | undefined, turn: number): boolean;
}

export const createRefusals = (): Refusals => {
  const known = new LRUCache<string, Refusal>({ max: ENTRIES });
  return {
    areTooLong: (name, madeAt, turn) => {
      const last = known.get(name);
      const refusal = last?.madeAt === madeAt && last ? last : { madeAt, first: now() };
      const areTooLong = since(refusal.first) > turn;
      if (areTooLong) known.delete(name);
      else known.set(name, refusal);
      return areTooLong;
    },
  };
};
