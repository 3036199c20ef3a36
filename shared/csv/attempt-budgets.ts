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
