import { CELL_KEYS } from '../config/selection-words.ts';
import type { CsvSource, TableSource } from '../config/sources.ts';
import type { RecordReader } from '../csv/csv-record.ts';
import { createPositionReader } from '../csv/position-reader.ts';
import type { SelectionRequest } from '../selection/bind-file.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';

/** Reads a file for one request. `rowsBefore` counts the rows of earlier files of the same table. */
export type FileReader = (request: SelectionRequest, rowsBefore?: number) => RecordReader<Table>;

/** Bound once for all requests. */
export interface BoundTable {
  readonly source: TableSource;
  readonly definition: TableDefinition;
  /**
   * One for each file, in their order, or one for the rows of a dataset or a query result. Empty for SQL without a
   * selection.
   */
  readonly readers: readonly FileReader[];
}

/** True if the columns of a file are those of the component, so that no selection is needed. */
export const isByPosition = (source: CsvSource): boolean =>
  source.selection === undefined &&
  source.join === undefined &&
  !Array.isArray(source.header) &&
  CELL_KEYS.every((key) => source[key] === undefined);

export const bindPosition = (source: CsvSource, definition: TableDefinition): FileReader => {
  const reader = createPositionReader(definition, source);
  return () => reader;
};

type BindUnselected<Source extends TableSource> = (
  source: Source,
  definition: TableDefinition,
) => readonly FileReader[] | undefined;

const UNSELECTED: {
  readonly [Kind in TableSource['source']]: BindUnselected<Extract<TableSource, { readonly source: Kind }>>;
} = {
  csv: (source, definition) => (isByPosition(source) ? [bindPosition(source, definition)] : undefined),
  sql: (source) => (source.selection ? undefined : []),
  jsonRows: () => undefined,
  list: () => undefined,
  dataset: () => undefined,
};

/** Returns undefined for a table that needs a selection. */
export const bindUnselected = (source: TableSource, definition: TableDefinition): BoundTable | undefined => {
  const readers = (UNSELECTED[source.source] as BindUnselected<TableSource>)(source, definition);
  return readers && { source, definition, readers };
};
