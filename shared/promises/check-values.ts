import type { ValuePromise } from '../config/promises.ts';
import { shorten } from '../tabular/shorten.ts';
import type { Cell } from '../tabular/table.ts';
import type { Finding, FindingKind } from './finding.ts';

/** The cells of a column, and how they are read. */
export interface ReadColumn {
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Returns a cell as a number; NaN if it is none. */
  readonly numberOf: (cell: string | number) => number;
  readonly isBlank: (cell: Cell) => boolean;
  /** Finds the place of a cell, by the index of its row. */
  readonly placeOf: (row: number) => Pick<Finding, 'line' | 'row'>;
}

/** Returns how a cell breaks a promise; undefined if it does not. */
type Test = (cell: string | number) => FindingKind | undefined;

const createTests = (promise: ValuePromise, { numberOf }: ReadColumn): readonly Test[] => {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY, oneOf, unique } = promise;
  const hasBounds = promise.atLeast !== undefined || promise.atMost !== undefined;
  const bounds: Test = (cell) => {
    const value = numberOf(cell);
    if (Number.isNaN(value)) return 'noNumber';
    if (value < atLeast) return 'tooLow';
    return value > atMost ? 'tooHigh' : undefined;
  };
  const texts = new Set(oneOf?.map(String));
  const numbers = new Set(oneOf?.filter((value) => typeof value === 'number'));
  const known: Test = (cell) =>
    texts.has(String(cell).trim()) || (numbers.size > 0 && numbers.has(numberOf(cell))) ? undefined : 'other';
  const seen = new Set<string>();
  const isNew: Test = (cell) => {
    const before = seen.size;
    return seen.add(String(cell).trim()).size === before ? 'twice' : undefined;
  };
  return [...(hasBounds ? [bounds] : []), ...(oneOf ? [known] : []), ...(unique ? [isNew] : [])];
};

const MAX_SHOWN_CHARACTERS = 60;

const promised = (kind: FindingKind, { atLeast, atMost, oneOf }: ValuePromise): Partial<Finding> => {
  const bound = kind === 'tooHigh' || (kind === 'noNumber' && atLeast === undefined) ? atMost : atLeast;
  if (kind === 'other') return oneOf ? { values: oneOf } : {};
  return ['tooLow', 'tooHigh', 'noNumber'].includes(kind) && bound !== undefined ? { bound } : {};
};

/** Finds the first cell of a column that breaks the column's promise, and counts the rows that break it. */
export const checkValues = (promise: ValuePromise, column: ReadColumn): Finding | undefined => {
  const tests = createTests(promise, column);
  const { name, cells, isBlank, placeOf } = column;
  let first: Finding | undefined;
  let count = 0;
  for (const [row, cell] of cells.entries()) {
    let kind: FindingKind | undefined;
    if (cell === null || isBlank(cell)) kind = promise.blank === 'never' ? 'blank' : undefined;
    else for (const test of tests) kind ??= test(cell);
    if (kind === undefined) continue;
    count += 1;
    first ??= {
      kind,
      column: name,
      ...(kind !== 'blank' && { cell: shorten(String(cell), MAX_SHOWN_CHARACTERS) }),
      ...placeOf(row),
      ...promised(kind, promise),
    };
  }
  return first && { ...first, count };
};
