import { sourceError } from '../../aws/source-error.ts';
import type { Budget } from '../../limits/budget.ts';
import type { Table } from '../../tabular/table.ts';
import type { FileColumn } from './column-types.ts';
import type { Admit } from './decode-column.ts';
import type { Chunk, Group } from './footer.ts';

/** Memory while the rows of a group are read. */
const BYTES_PER_CELL = 8;
/** Cells for each MB of a function's memory. No request has the time for more. */
const CELLS_PER_MB = 250_000;

const FEWER = 'aggregate the rows before they are written, or limit them with `window`';
const SMALLER = 'write smaller row groups, or name fewer columns';

export const chunksOf = (
  { chunks }: Group,
  columns: readonly FileColumn[],
): readonly (readonly [FileColumn, Chunk])[] =>
  columns.map((column) => {
    const chunk = chunks.find(({ path: [name, ...inner] }) => inner.length === 0 && name === column.name);
    if (!chunk) throw new Error(`a row group lacks the column ${column.name}`);
    return [column, chunk] as const;
  });

/**
 * Refuses a row group whose footer says that it takes too much.
 * @param width number of columns, with those of the folders of the path.
 * @throws WallfeedError SOURCE_TOO_LARGE.
 */
export const createRoom = (
  name: string,
  { rows }: Group,
  width: number,
  chunks: readonly Chunk[],
  budget: Budget,
): Admit => {
  const sum = (sizeOf: (chunk: Chunk) => number): number => chunks.reduce((total, chunk) => total + sizeOf(chunk), 0);
  const what = `a row group of ${name} (rows: ${rows}, columns: ${width})`;
  let taken = sum(({ bytes }) => bytes) + rows * Math.max(1, width) * BYTES_PER_CELL;
  budget.checkRoom(taken + sum(({ unpackedBytes }) => unpackedBytes), what, SMALLER);
  return (kept, brief = 0) => {
    budget.checkTime();
    taken += kept;
    budget.checkRoom(taken + brief, what, SMALLER);
  };
};

/** @throws WallfeedError SOURCE_TOO_LARGE. */
export type CountCells = (rows: number, width: number) => void;

/** Refuses more cells than a request can read. */
export const createCellCount = (name: string, { memoryMb }: Budget): CountCells => {
  const limit = memoryMb * CELLS_PER_MB;
  let [rows, cells] = [0, 0];
  return (more, width) => {
    rows += more;
    cells += more * Math.max(1, width);
    if (cells <= limit) return;
    const found = `${name} has more than ${limit} cells to read (rows: ${rows}), the limit with ${memoryMb} MB of memory`;
    throw sourceError('SOURCE_TOO_LARGE', undefined, found, FEWER);
  };
};

/** Shorter texts are counted as cells. */
const LONG_TEXT = 1_000;
/** Peak memory of a long text until it is sent. */
const BYTES_PER_CHARACTER = 4;

/**
 * Counts the long texts of a table, which take few bytes in a file if they are equal.
 * @throws WallfeedError SOURCE_TOO_LARGE.
 */
export const holdTexts = ({ rows }: Table, budget: Budget): void => {
  let characters = 0;
  for (const cells of rows)
    for (const cell of cells) if (typeof cell === 'string' && cell.length > LONG_TEXT) characters += cell.length;
  budget.hold({ keptBytes: characters * BYTES_PER_CHARACTER });
};
