import { option } from '../../shared/catalogue/option.ts';
import { blankable, freeText } from '../../shared/tabular/column.ts';
import { type FreeRows, freeTable } from '../../shared/tabular/define-table.ts';

const cell = blankable(freeText);

/** A list shows the text of its cells unchanged. */
export const listTable = freeTable(cell, cell);

const alignment = option.word('left', 'center', 'right');

export const textAlignOption = option.described(
  option.optional(option.list(alignment)),
  'how each column is aligned; without it, to the left',
);

export const freeList = (
  { header, rows }: FreeRows,
  textAlign: readonly string[] | undefined = header.map(() => 'left'),
) => ({ seriestitle: header, textAlign, series: rows });
