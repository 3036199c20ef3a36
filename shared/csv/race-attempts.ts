import type { Budget, SourceSize } from '../limits/budget.ts';

const KINDS = ['bytes', 'cells', 'resultBytes', 'keptBytes'] as const satisfies readonly (keyof SourceSize)[];

const createSizes = (): Record<keyof SourceSize, number> => ({ bytes: 0, cells: 0, resultBytes: 0, keptBytes: 0 });

/**
 * Creates budgets for several attempts to read the same file. Only one attempt gives the result, so the file counts
 * once, with the size of the largest attempt.
 */
export const createAttemptBudgets = (budget: Budget): (() => Budget) => {
  const counted = createSizes();
  return () => {
    const held = createSizes();
    const hold = (size: SourceSize): void => {
      const more = createSizes();
      for (const kind of KINDS) {
        held[kind] += size[kind] ?? 0;
        more[kind] = Math.max(0, held[kind] - counted[kind]);
        counted[kind] += more[kind];
      }
      budget.hold(more);
    };
    return { ...budget, hold };
  };
};

/** One way to read a file, such as with one delimiter. */
export interface Attempt<Result> {
  /** Returns false if no further text is needed. */
  push(text: Buffer): boolean;
  end(): Result;
}

interface Lane<Result> {
  readonly attempt: Attempt<Result>;
  isOpen: boolean;
  failure?: { readonly error: unknown };
}

/** Returns the result of the first attempt in the list that succeeds. If all fail, throws the error of the first. */
export const raceAttempts = <Result>(attempts: readonly Attempt<Result>[]): Attempt<Result> => {
  const lanes = attempts.map((attempt): Lane<Result> => ({ attempt, isOpen: true }));
  const run = <Value>(lane: Lane<Result>, step: () => Value): Value | undefined => {
    try {
      return step();
    } catch (error) {
      lane.failure = { error };
      return undefined;
    }
  };
  const throwIfAllFailed = (): void => {
    if (lanes.every(({ failure }) => failure)) throw lanes[0]?.failure?.error;
  };
  return {
    push: (text) => {
      for (const lane of lanes) lane.isOpen &&= run(lane, () => lane.attempt.push(text)) ?? false;
      throwIfAllFailed();
      return lanes.some(({ isOpen }) => isOpen);
    },
    end: () => {
      for (const lane of lanes) {
        const result = lane.failure ? undefined : run(lane, lane.attempt.end);
        if (!lane.failure) return result as Result;
      }
      throw lanes[0]?.failure?.error;
    },
  };
};
