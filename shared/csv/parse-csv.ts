import { type Budget, UNLIMITED } from '../limits/budget.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import type { CsvFormat, RecordReader } from './csv-record.ts';
import { isGuessedWrong } from './decode-chunks.ts';
import { createPositionReader } from './position-reader.ts';
import { createCsvScan, type ScannedFile, type ScanOptions } from './scan-csv.ts';

export type { CsvFormat } from './csv-record.ts';

/**
 * @throws WallfeedError SOURCE_INVALID (encoding, quotes, control bytes), SOURCE_TOO_LARGE (a record, rows, memory),
 * SOURCE_TIMEOUT, TABLE_*.
 */
export const scanBytes = <Result>(
  source: Uint8Array,
  format: CsvFormat,
  reader: RecordReader<Result>,
  options: ScanOptions = {},
): ScannedFile<Result> => {
  const scan = createCsvScan(format, reader, options);
  try {
    scan.push(source);
    return scan.end();
  } catch (error) {
    if (!isGuessedWrong(error)) throw error;
    return scanBytes(source, format, reader, { ...options, isGuessed: true });
  }
};

export const tableOf = ({ content, isGuessed }: ScannedFile<Table>): Table =>
  isGuessed ? { ...content, isEncodingGuessed: true } : content;

/**
 * Takes the columns by position.
 * @throws WallfeedError as `scanBytes` does.
 */
export const parseCsv = (
  source: Uint8Array,
  format: CsvFormat,
  definition: TableDefinition,
  budget: Budget = UNLIMITED,
): Table => tableOf(scanBytes(source, format, createPositionReader(definition, format), { budget }));
