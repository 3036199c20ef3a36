import type { DatasetConfig } from '../../../shared/config/dataset.ts';
import type { FileSource, JsonRowsSource } from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { decodeToUtf8 } from '../../../shared/csv/decode-chunks.ts';
import { scanBytes, tableOf } from '../../../shared/csv/parse-csv.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import { openRows, readJsonRows } from '../../../shared/sources/json-rows.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { createJsonLocator } from '../folder/locate-json.ts';
import type { Position } from '../folder/text-position.ts';

/** A file in memory, which can be read several times. */
export interface OpenFile {
  /**
   * Reads the file.
   * @throws WallfeedError as an endpoint does.
   */
  readonly read: (reader: RecordReader<Table>) => Table;
  /** Returns the position of a path in a JSON document, such as `data.items[3].amount`. Absent for CSV. */
  readonly locate?: (path: string) => Position;
}

/** The rows of a dataset, which are in a file of data/. */
export interface OpenDataset extends OpenFile {
  readonly config: DatasetConfig;
}

/** The datasets whose rows are in files of data/, by name. A dataset whose file has an error is left out. */
export type OpenDatasets = ReadonlyMap<string, OpenDataset>;

const openDocument = (bytes: Uint8Array, source: JsonRowsSource, budget: Budget): OpenFile => {
  budget.hold({ bytes: bytes.length });
  const found = openRows(bytes, source, budget);
  const hasLines = found.rows[0]?.line !== undefined;
  return {
    read: (reader) => readJsonRows(found, source, reader, budget),
    ...(!hasLines && { locate: createJsonLocator(decodeToUtf8(bytes).toString()) }),
  };
};

/**
 * Opens the bytes of a file in the format of its source.
 * @throws WallfeedError if a document is not valid JSON.
 */
export const openFile = (bytes: Uint8Array, source: FileSource, budget: Budget): OpenFile =>
  isCsv(source)
    ? { read: (reader) => tableOf(scanBytes(bytes, source, reader, { budget })) }
    : openDocument(bytes, source, budget);
