import { pluralize } from '../../shared/errors/pluralize.ts';
import type { MixedColumn } from './percent-columns.ts';
import { lettersOf } from './sheet-area.ts';

export interface SheetNotes {
  /** Cells with an error, such as #DIV/0!. */
  readonly errors: number;
  /** Merged areas with a number, which stays in the first cell. */
  readonly mergedNumbers: number;
  /** Formulas without a stored value, whose cells are blank. */
  readonly unsaved: number;
  /** The name of a cell. */
  readonly firstUnsaved: string;
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  readonly mixed: readonly MixedColumn[];
}

const stay = (count: number): string => (count === 1 ? 'stays' : 'stay');

const describeHidden = ({ hiddenRows, hiddenColumns }: SheetNotes, isVisibleOnly: boolean): string | undefined => {
  const counts = [
    ...(hiddenRows > 0 ? [pluralize(hiddenRows, 'row')] : []),
    ...(hiddenColumns > 0 ? [pluralize(hiddenColumns, 'column')] : []),
  ].join(' and ');
  if (counts === '') return undefined;
  return isVisibleOnly
    ? `left out what a filter or a user has hidden: ${counts}`
    : `a filter or a user has hidden ${counts}, also imported: --visible leaves out what is hidden`;
};

const describeMixed = ({ column, isPercent, changed, from, to }: MixedColumn): string => {
  const numbers = isPercent ? pluralize(changed, 'plain number') : pluralize(changed, 'percentage');
  return `column ${lettersOf(column)}: ${numbers} written in the form of the other cells, ${from} as ${to}`;
};

export const describeNotes = (notes: SheetNotes, isVisibleOnly: boolean): readonly string[] => {
  const { errors, mergedNumbers, unsaved, firstUnsaved, mixed } = notes;
  const lines = [
    errors > 0 && `${pluralize(errors, 'cell')} with an error such as #DIV/0! ${stay(errors)} as shown`,
    mergedNumbers > 0 &&
      `${pluralize(mergedNumbers, 'merged number')} ${stay(mergedNumbers)} in the first cell of the area`,
    unsaved > 0 &&
      `${pluralize(unsaved, 'formula')} without a stored value, first in ${firstUnsaved}, ${stay(unsaved)} blank: save the workbook in Excel or LibreOffice, and import again`,
    describeHidden(notes, isVisibleOnly),
    ...mixed.map(describeMixed),
  ];
  return lines.filter((line) => typeof line === 'string');
};
