import { suggestOrder } from './suggest-order.ts';
import type { Cell } from './table.ts';
import type { CellTyper } from './type-cell.ts';
import { type Cells, createTypers } from './type-cells.ts';
import type { TableFault, TypingContext } from './typing-context.ts';

/**
 * Replaces the errors of cells by a single error if the columns of a file would fit in another order. Returns true in
 * that case.
 */
export const adviseOrder = (
  { columns, names, table }: Cells,
  { timezone }: TypingContext,
  faults: TableFault[],
): boolean => {
  const [first] = faults;
  if (!first?.column || table.origins) return false;
  const typers = createTypers({ columns, names, table }, timezone);
  const typed = columns.map((column, index) => ({
    name: names[index] ?? '',
    column,
    type: typers[index] as CellTyper,
  }));
  const advice = suggestOrder(typed, table, first.column - 1);
  if (!advice) return false;
  faults.splice(0, faults.length, { ...first, message: `${first.message}: ${advice.message}`, hint: advice.hint });
  return true;
};

/** True if a cell for a number consists of words. */
const isWord = (cell: Cell | undefined): boolean => /^\p{L}/u.test(String(cell ?? '')) && !/\d/.test(String(cell));

/** Changes the hint if only the first row of a file has errors, and that row has words in place of all numbers. */
export const adviseHeader = ({ columns, table }: Cells, faults: TableFault[]): void => {
  const [first] = faults;
  const line = table.rows.length > 1 ? table.locate(0, 0).line : undefined;
  const numbers = columns.flatMap(({ type }, index) => (type === 'number' ? [index] : []));
  const isHeader = numbers.length > 0 && numbers.every((index) => isWord(table.rows[0]?.[index]));
  if (!first || line === undefined || !isHeader || faults.some((fault) => fault.line !== line)) return;
  const hint = `if line ${line} is a second header, write csv: { file: ..., header: ${line} }, else write numbers`;
  faults.splice(0, faults.length, { ...first, hint });
};
