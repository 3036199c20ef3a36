import { blankable, freeText } from '../tabular/column.ts';
import { freeTable } from '../tabular/define-table.ts';

/** The definition of a table with any columns, as a dataset has them. */
export const ANY_COLUMNS = freeTable(blankable(freeText), blankable(freeText));
