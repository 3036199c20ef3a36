import type { Grid } from './pivot.ts';
import { say } from './say.ts';
import { shorten } from './shorten.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** `row` (an index) and `column` are set if a single row causes the error. */
interface KeyFault {
  readonly row?: number;
  readonly column?: string;
  /** Path in the body, if the rows violate a limit of the body. */
  readonly path?: string;
  readonly message: string;
  readonly hint: string;
}

/** A check across the typed rows of a table. */
export interface KeyCheck {
  /** The call that created the check, for the documentation: `completePairs(name1, name2)`. */
  readonly name: string;
  /** Values of these columns decide where other values go in the body, and do not appear in the body themselves. */
  readonly keyedBy: readonly string[];
  /**
   * @param fill the endpoint's number for missing pairs, if it has one.
   * @param cellsLeft number of further cells for which the function has memory.
   */
  readonly check: (rows: readonly AnyRow[], fill: number | undefined, cellsLeft?: number) => readonly KeyFault[];
}

const MAX_SHOWN_CHARACTERS = 60;

const quoted = (value: unknown): string => {
  if (value === undefined) return 'blank';
  const text = Array.isArray(value) ? value.join('|') : value;
  return typeof text === 'string' ? `'${shorten(text, MAX_SHOWN_CHARACTERS)}'` : String(text);
};

/** Compares lists part by part. */
const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((part, index) => part === other[index])
    : one === other;

const MAX_FAULTS = 20;

/** Keys of one pivot. `lines` has the keys across for each key down; `across` has all keys across. */
interface Keys {
  /** Text for a message if there are several pivots: ` in group 'East'`. */
  readonly place: string;
  readonly lines: Map<unknown, Set<unknown>>;
  readonly across: Set<unknown>;
}

type Groups = ReadonlyMap<unknown, Keys>;

const pairName = (grid: Grid, down: unknown, across: unknown, { place }: Keys): string =>
  `${grid.down} ${quoted(down)} with ${grid.across} ${quoted(across)}${place}`;

function* missingInGroup(group: Keys, grid: Grid): Generator<KeyFault, undefined> {
  for (const [down, keys] of group.lines) {
    if (keys.size === group.across.size) continue;
    for (const key of group.across) {
      if (keys.has(key)) continue;
      const message = `no row has ${pairName(grid, down, key, group)}`;
      yield { message, hint: 'add the row, or set `options.fill` to the number that replaces it' };
    }
  }
}

function* missingPairs(groups: Groups, grid: Grid): Generator<KeyFault, undefined> {
  for (const group of groups.values()) yield* missingInGroup(group, grid);
}

/** Limit for a pivot with a `fill`. Without this limit, a few rows with many keys could use up the memory. */
const MAX_PAIRS = 1_000_000;

const tooManyPairs = (groups: Groups, cellsLeft: number): KeyFault[] => {
  const sizes = Array.from(groups.values(), ({ lines, across }) => [lines.size, across.size] as const);
  const pairs = sizes.reduce((total, [down, across]) => total + down * across, 0);
  const max = Math.min(MAX_PAIRS, cellsLeft);
  if (pairs <= max) return [];
  const [size] = sizes;
  const keys = sizes.length === 1 && size ? `${size[0]} by ${size[1]} keys` : `the keys of ${sizes.length} groups`;
  const message = `${keys} make ${pairs} pairs; \`fill\` allows at most ${max}${max < MAX_PAIRS ? ' with the memory of this function' : ''}`;
  return [{ message, hint: 'aggregate first: a component shows tens of rows, not thousands' }];
};

/** The rows that form one pivot. */
interface Scope {
  /** Groups of this column are separate pivots. */
  readonly within?: string;
  /** A group takes its keys across from its own rows (the default), or from all rows of the table. */
  readonly acrossOf?: 'group' | 'table';
}

/** Requires that each pair of a pivot occurs exactly once. With a `fill`, a pair may be missing. */
export const completePairs = (grid: Grid, { within, acrossOf = 'group' }: Scope = {}): KeyCheck => {
  const keyedBy = [...(within === undefined ? [] : [within]), grid.down, grid.across];
  return {
    name: `completePairs(${keyedBy.join(', ')})`,
    keyedBy,
    check: (rows, fill, cellsLeft = Number.POSITIVE_INFINITY) => {
      const groups = new Map<unknown, Keys>();
      const acrossTable = new Set<unknown>();
      const twice: KeyFault[] = [];
      const open = (group: unknown): Keys => ({
        place: within === undefined ? '' : ` in ${within} ${quoted(group)}`,
        lines: new Map(),
        across: acrossOf === 'table' ? acrossTable : new Set(),
      });
      rows.forEach((row, index) => {
        const group = within === undefined ? undefined : row[within];
        const pivot = groups.get(group) ?? open(group);
        const down = row[grid.down];
        const key = row[grid.across];
        const keys = pivot.lines.get(down) ?? new Set();
        if (keys.has(key) && twice.length < MAX_FAULTS) {
          const message = `${pairName(grid, down, key, pivot)} is in the table twice`;
          twice.push({ row: index, column: grid.across, message, hint: 'keep one row of each pair' });
        }
        groups.set(group, pivot);
        pivot.lines.set(down, keys.add(key));
        pivot.across.add(key);
      });
      const others = fill === undefined ? missingPairs(groups, grid).take(MAX_FAULTS) : tooManyPairs(groups, cellsLeft);
      return [...twice, ...others];
    },
  };
};

export const uniqueKeys = (column: string): KeyCheck => ({
  name: `uniqueKeys(${column})`,
  keyedBy: [column],
  check: (rows) => {
    const seen = new Set<unknown>();
    const twice = rows.entries().filter(([, { [column]: cell }]) => {
      const key = Array.isArray(cell) ? JSON.stringify(cell) : cell;
      return seen.size === seen.add(key).size;
    });
    return Array.from(twice.take(MAX_FAULTS), ([row, { [column]: cell }]) => ({
      row,
      column,
      message: say`${column} ${quoted(cell)} is in the table twice`,
      hint: 'give each row a different value',
    }));
  },
});

const groupName = (row: AnyRow, by: readonly string[]): string =>
  by.length === 0 ? 'the table' : by.map((column) => `${column} ${quoted(row[column])}`).join(', ');

/**
 * Returns the key of a row's group: the value of the column, or the JSON of the values if there are several columns.
 */
const groupKey = (row: AnyRow, by: readonly string[]): unknown => {
  const [only] = by;
  return by.length === 1 && only !== undefined ? row[only] : JSON.stringify(by.map((column) => row[column]));
};

/** Requires that a column has the same value on all rows of a group. Without `by`, the whole table is one group. */
export const agree = (column: string, { by = [] }: { readonly by?: string | readonly string[] } = {}): KeyCheck => {
  const columns = [by].flat();
  return {
    name: `agree(${[column, ...columns].join(', ')})`,
    keyedBy: [],
    check: (rows) => {
      const first = new Map<unknown, unknown>();
      const others = rows.entries().flatMap(([index, row]): KeyFault[] => {
        const key = groupKey(row, columns);
        if (!first.has(key)) first.set(key, row[column]);
        const expected = first.get(key);
        if (isSame(row[column], expected)) return [];
        const group = groupName(row, columns);
        const message = say`${column} is ${quoted(row[column])}, but ${quoted(expected)} on the first row of ${group}`;
        return [{ row: index, column, message, hint: `give ${column} the same value on every row of ${group}` }];
      });
      return [...others.take(MAX_FAULTS)];
    },
  };
};

/** Limits the length of a list whose parts name nested levels, and thereby the depth of the body. */
export const maxLevels = (column: string, max: number, path: string): KeyCheck => ({
  name: `maxLevels(${column}, ${max})`,
  keyedBy: [column],
  check: (rows) =>
    rows.flatMap((row, index): KeyFault[] => {
      const { length } = row[column] as readonly unknown[];
      if (length <= max) return [];
      const message = `holds a ${column} of ${length} levels; at most ${max} can be nested`;
      return [{ row: index, column, path, message, hint: 'show the upper levels only' }];
    }),
});
