import type { AnyRow, KeyCheck, KeyFault } from './key-check.ts';
import type { Grid } from './pivot.ts';

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

/** How many missing pairs are named; a table that lacks more is told apart by its first ones. */
const MISSING_NAMED = 20;

const missingPairs = (
  seen: ReadonlyMap<unknown, ReadonlySet<unknown>>,
  grid: Grid,
  across: ReadonlySet<unknown>,
): KeyFault[] => {
  const faults: KeyFault[] = [];
  for (const [down, keys] of seen) {
    if (keys.size === across.size) continue;
    for (const key of across) {
      if (keys.has(key)) continue;
      const message = `no row has ${grid.down} ${quoted(down)} with ${grid.across} ${quoted(key)}`;
      faults.push({ message, hint: 'add the row, or set options.fill to the number that stands in for it' });
      if (faults.length === MISSING_NAMED) return faults;
    }
  }
  return faults;
};

/** The most pairs that a fill completes: a few rows with many keys would make a table that fits no memory. */
const MOST_PAIRS = 1_000_000;

const tooManyPairs = (down: number, across: number): KeyFault[] => {
  if (down * across <= MOST_PAIRS) return [];
  const message = `${down} by ${across} keys make ${down * across} pairs; at most ${MOST_PAIRS} are filled`;
  return [{ message, hint: 'aggregate first: a component shows tens of rows, not thousands' }];
};

/** Every pair of a pivot stands in the table once; with a `fill`, a missing pair is right too. */
export const completePairs = (grid: Grid): KeyCheck => ({
  keyedBy: [grid.down, grid.across],
  check: (rows, fill) => {
    const seen = new Map<unknown, Set<unknown>>();
    const across = new Set<unknown>();
    const twice: KeyFault[] = [];
    rows.forEach((row, index) => {
      const down = row[grid.down];
      const key = row[grid.across];
      const keys = seen.get(down) ?? new Set();
      if (keys.has(key)) {
        const message = `${grid.down} ${quoted(down)} with ${grid.across} ${quoted(key)} stands in the table twice`;
        twice.push({ row: index, column: grid.across, message, hint: 'keep one row of each pair' });
      }
      seen.set(down, keys.add(key));
      across.add(key);
    });
    return [
      ...twice,
      ...(fill === undefined ? missingPairs(seen, grid, across) : tooManyPairs(seen.size, across.size)),
    ];
  },
});

const groupKey = (row: AnyRow, by: string | undefined): unknown => (by === undefined ? undefined : row[by]);

/** An attribute repeated on the rows of a group (`by` a column; without it, of the whole table) is the same on all of them. */
export const agree = (column: string, { by }: { readonly by?: string } = {}): KeyCheck => ({
  keyedBy: [],
  check: (rows) => {
    const first = new Map<unknown, unknown>();
    return rows.flatMap((row, index): KeyFault[] => {
      const key = groupKey(row, by);
      if (!first.has(key)) first.set(key, row[column]);
      const expected = first.get(key);
      if (row[column] === expected) return [];
      const group = by === undefined ? 'the table' : `${by} ${quoted(key)}`;
      const message = `${column} is ${quoted(row[column])}, but ${quoted(expected)} on the first row of ${group}`;
      return [{ row: index, column, message, hint: `give ${column} the same value on every row of ${group}` }];
    });
  },
});
