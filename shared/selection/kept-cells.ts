import type { Aggregate } from '../config/selection.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { Accumulator, AggregateContext } from './accumulator.ts';
import { decimalText } from './column-number.ts';
import type { RowCell } from './cursor.ts';
import { operandCell } from './formula.ts';
import {
  createNumberReader,
  createTextReader,
  createTimeCellReader,
  createValueReader,
  type ReadNumber,
  type ReadText,
  type Value,
} from './read-value.ts';
import { cellOf } from './row-context.ts';

/** Cells of one aggregated column in memory. */
const MAX_KEPT_CELLS = 100_000;

const tooManyCells = (word: string): WallfeedError => {
  const message = `${word} has more than ${MAX_KEPT_CELLS} values`;
  const hint = 'limit the rows with `where` or `window`, or aggregate the column in another way';
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

/** Creates a function that counts a kept cell. All groups of a column share the count. */
const createCellCounter = (word: string, budget: Budget): (() => void) => {
  let kept = 0;
  return () => {
    kept += 1;
    if (kept > MAX_KEPT_CELLS) throw tooManyCells(word);
    budget.hold({ cells: 1 });
  };
};

/** Compares cells as trimmed text. */
export const createDistinct = (cell: RowCell, { budget }: AggregateContext): Accumulator<Set<string>> => {
  const count = createCellCounter('distinct', budget);
  return {
    create: () => new Set(),
    add: (seen) => {
      const text = cell.text().trim();
      if (text === '' || seen.has(text)) return;
      count();
      seen.add(text);
    },
    merge: (into, other) => {
      for (const text of other) into.add(text);
    },
    result: ({ size }) => size,
  };
};

const SEPARATOR = '|';

interface Collected {
  readonly sequence: number;
  readonly text: string;
}

/** Joins cells with a vertical bar, in the order of the file. */
export const createCollector = (cell: RowCell, context: AggregateContext): Accumulator<Collected[]> => {
  const { cursor, target } = context;
  const count = createCellCounter('collect', context.budget);
  const areNumbers = target.column.type === 'numberList';
  const readNumber = createNumberReader(cell, context);
  const readText = (): string => {
    const value = areNumbers ? readNumber() : cell.text().trim();
    if (typeof value === 'string') return value;
    return Number.isNaN(value) ? '' : decimalText(value);
  };
  const finish: ReadText = areNumbers ? (text) => text : createTextReader(target, context);
  return {
    create: () => [],
    add: (cells) => {
      const text = readText();
      if (text === '') return;
      count();
      cells.push({ sequence: cursor.sequence, text });
    },
    merge: (into, other) => {
      for (const cell of other) into.push(cell);
    },
    result: (cells) => {
      if (cells.length === 0) return null;
      const texts = cells.sort((one, next) => one.sequence - next.sequence).map((collected) => collected.text);
      return finish(texts.join(SEPARATOR));
    },
  };
};

interface Edge {
  value: Value;
  time: number;
  sequence: number;
}

const SIGNS = { first: -1, last: 1 } as const;

/**
 * Creates the aggregates `first` and `last`. Rows are ordered by a column of times, or else by their order in the file.
 */
export const createEdge = (
  which: keyof typeof SIGNS,
  aggregate: Extract<Aggregate, { readonly of: unknown }>,
  context: AggregateContext,
): Accumulator<Edge> => {
  const { cursor, target, hasWindow } = context;
  const sign = SIGNS[which];
  const cell = operandCell(aggregate.of, context);
  const readCell = createValueReader(target, cell, context);
  const by = 'by' in aggregate ? aggregate.by : undefined;
  const ofWindow: ReadNumber = hasWindow ? () => cursor.time : () => 0;
  const readTime = by === undefined ? ofWindow : createTimeCellReader(cellOf(by, context), context);
  const isBeyond = (state: Edge, time: number, sequence: number): boolean =>
    state.sequence === 0 || (time - state.time || sequence - state.sequence) * sign > 0;
  const take = (state: Edge, { value, time, sequence }: Edge): void => {
    if (!isBeyond(state, time, sequence)) return;
    state.value = value;
    state.time = time;
    state.sequence = sequence;
  };
  return {
    create: () => ({ value: null, time: 0, sequence: 0 }),
    add: (state) => {
      if (cell.text().trim() === '') return;
      const time = readTime();
      const value = readCell();
      if (Number.isNaN(time) || value === undefined) return;
      take(state, { value, time, sequence: cursor.sequence });
    },
    merge: (into, other) => {
      if (other.sequence > 0) take(into, other);
    },
    result: ({ value }) => value,
  };
};
