import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';

/** Limit on the cells of one file. The limit on bytes is not enough, because an empty cell is only one byte long. */
export const MAX_CELLS = 1_000_000;

/** Cells to read between two checks of the clock. */
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
  /** Returns the number of cells up to the limit. */
  left(): number;
  /** Removes the counted cells when the table is discarded. */
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
