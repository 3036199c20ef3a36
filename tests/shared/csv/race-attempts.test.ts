import { expect, test } from '@jest/globals';
import { createAttemptBudgets } from '../../../shared/csv/race-attempts.ts';
import { type SourceSize, UNLIMITED } from '../../../shared/limits/budget.ts';

test('several attempts to read a file count once, with the size of the largest attempt', () => {
  const held: SourceSize[] = [];
  const budgetFor = createAttemptBudgets({ ...UNLIMITED, hold: (size) => held.push(size) });
  const [one, other] = [budgetFor(), budgetFor()];
  one.hold({ bytes: 10, cells: 2 });
  other.hold({ bytes: 6, cells: 5 });
  other.hold({ bytes: 6 });
  const sum = (kind: 'bytes' | 'cells'): number => held.reduce((total, size) => total + (size[kind] ?? 0), 0);
  expect([sum('bytes'), sum('cells')]).toEqual([12, 5]);
});
