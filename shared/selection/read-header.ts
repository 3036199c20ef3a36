import type { Selection } from '../config/selection.ts';
import type { CellReading, JoinedSource } from '../config/sources.ts';
import type { CsvFile, CsvRecord } from '../csv/csv-record.ts';
import { pluralize } from '../errors/pluralize.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { describeColumns, describeHeader, hasColumns } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { checkReferences, type FileHeader } from './find-columns.ts';
import { cellReferences, referencesOf } from './references.ts';
import { checkSort } from './sort-rows.ts';
import { checkTargets, type SelectedTarget } from './target-columns.ts';

/** Reports a file that is read by position but does not have as many columns as the component. */
const checkWidth = (
  definition: TableDefinition,
  { names, line, noun = 'file' }: FileHeader,
  hasHeader: boolean,
): readonly Detail[] => {
  if (hasColumns(definition, names.length)) return [];
  const found = hasHeader
    ? `the ${noun === 'file' ? 'header' : noun} has ${describeHeader(names)}`
    : `the ${noun} has ${pluralize(names.length, 'column')}`;
  const hint = 'give exactly the expected columns in their order, or say with `columns` where each comes from';
  return [{ line, message: `${found}; ${describeColumns(definition)}`, hint }];
};

export const NO_HEADER: FileHeader = { names: [], hasNames: false, line: 1 };

const wrongColumns = (details: readonly [Detail, ...Detail[]]): WallfeedError =>
  new WallfeedError('TABLE_COLUMNS', `The table has the wrong columns: ${describeDetail(details[0])}.`, details);

/** Reads the header of a file. If the file has no header, its first record gives the number of columns. */
export const readHeader = (
  record: CsvRecord,
  { noun, headerLines, hintOf }: CsvFile,
  hasNames: boolean,
): FileHeader => ({
  names: Array.from({ length: record.length }, (_, index) => (hasNames ? record.text(index).trim() : '')),
  hasNames,
  line: record.line,
  ...(headerLines && { lines: headerLines }),
  ...(hintOf && { hintOf }),
  ...(noun !== undefined && { noun }),
});

interface HeaderContext {
  readonly selection: Selection;
  readonly definition: TableDefinition;
  readonly hasHeader: boolean;
  readonly cells: CellReading;
  readonly join: readonly JoinedSource[];
}

/** @throws WallfeedError TABLE_COLUMNS if the file does not have the columns that the selection or the component needs. */
export const checkHeader = (
  header: FileHeader,
  targets: readonly SelectedTarget[],
  { selection, definition, hasHeader, cells, join }: HeaderContext,
): void => {
  const details = [
    ...checkReferences(
      [...referencesOf(selection), ...join.flatMap(({ on }) => on.map(([ours]) => ours)), ...cellReferences(cells)],
      header,
      (selection.unpivot ?? []).length > 0,
    ),
    ...checkSort(
      selection.sort,
      targets.map(({ name }) => name),
    ),
    ...(selection.columns ? checkTargets(targets) : checkWidth(definition, header, hasHeader)),
  ];
  const [first, ...others] = details;
  if (first) throw wrongColumns([first, ...others]);
};
