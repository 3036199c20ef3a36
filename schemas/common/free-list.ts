import { option } from '../../shared/catalogue/option.ts';
import { blankable, freeText } from '../../shared/tabular/column.ts';
import { type FreeRows, freeTable } from '../../shared/tabular/define-table.ts';

const cell = blankable(freeText);

/** A table of any columns, whose cells a list shows as they are. */
export const listTable = freeTable(cell, cell);

const alignment = option.word('left', 'center', 'right');

/** How each column is aligned; without it, each to the left. */
export const textAlignOption = option.optional(option.list(alignment));

/** Header, alignment and rows of a list. */
export const freeList = (
  { header, rows }: FreeRows,
  textAlign: readonly string[] | undefined = header.map(() => 'left'),
) => ({ seriestitle: header, textAlign, series: rows });
