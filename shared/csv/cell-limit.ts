import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';

/** The most cells of one file. An empty cell takes one byte of it, so the limit on bytes does not bound them. */
export const MAX_CELLS = 1_000_000;

/** How many cells are read between two looks at the clock. */
const CELLS_BETWEEN_LOOKS = 1_000;

const tooManyCells = (): WallfeedError => {
  const message = `The table has more than ${MAX_CELLS} cells.`;
  return new WallfeedError('SOURCE_TOO_LARGE', message, [
    { message, hint: 'aggregate first: a component shows tens of values, not thousands' },
  ]);
};

/** Counts the cells of a table while it is read. */
export interface CellCounter {
  /**
   * Counts more cells.
   * @throws WallfeedError SOURCE_TOO_LARGE (over the limit, or over the function's memory), SOURCE_TIMEOUT.
   */
  count(cells: number): void;
  /** How many more cells may be counted. */
  left(): number;
  /** Takes back what was counted, when the table is not kept. */
  release(): void;
}

export const createCellCounter = (budget: Budget): CellCounter => {
  let total = 0;
  let sinceLook = 0;
  return {
    count: (cells) => {
      total += cells;
      sinceLook += cells;
      if (total > MAX_CELLS) throw tooManyCells();
      budget.hold({ cells });
      if (sinceLook < CELLS_BETWEEN_LOOKS) return;
      sinceLook = 0;
      budget.checkTime();
    },
    left: () => Math.min(MAX_CELLS - total, budget.cellsLeft()),
    release: () => {
      budget.hold({ cells: -total });
      total = 0;
    },
  };
};
