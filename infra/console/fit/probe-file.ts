import type { CsvFormat } from '../../../shared/csv/csv-format.ts';
import type { CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

/** The header of a file, its first rows, and how it has to be read. */
export interface ProbedFile {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of all rows. */
  readonly count: number;
  readonly format: CsvFormat;
}

const MAX_PROBED_ROWS = 500;

const textsOf = (record: CsvRecord): readonly string[] =>
  Array.from({ length: record.length }, (_, column) => record.text(column));

const createReader = (): RecordReader<Omit<ProbedFile, 'format'>> => ({
  fits: (header) => header.length > 1,
  create: () => {
    const rows: (readonly string[])[] = [];
    let header: readonly string[] = [];
    let count = 0;
    return {
      header: (record) => {
        header = textsOf(record);
      },
      row: (record) => {
        count += 1;
        if (rows.length < MAX_PROBED_ROWS) rows.push(textsOf(record));
        return true;
      },
      finish: () => ({ header, rows, count }),
    };
  },
});

const EUROPEAN = /^-?(\d{1,3}(\.\d{3})+|\d+),\d+$/;
const AMERICAN = /^-?(\d{1,3}(,\d{3})+|\d+)\.\d+$/;

/** True if numbers have a decimal comma: some can only be read so, and none has a decimal point. */
const hasDecimalComma = ({ rows }: Pick<ProbedFile, 'rows'>): boolean => {
  const cells = rows.flat();
  return cells.some((cell) => EUROPEAN.test(cell)) && !cells.some((cell) => AMERICAN.test(cell));
};

const WESTERN: CsvFormat = { encoding: 'windows-1252' };

/** Reads a file, as Western text if it is neither Unicode nor Chinese. */
const readAny = (bytes: Uint8Array): ProbedFile => {
  try {
    return { ...scanBytes(bytes, {}, createReader()).content, format: {} };
  } catch (error) {
    if (!(error instanceof WallfeedError) || !/encoding/i.test(error.message)) throw error;
    return { ...scanBytes(bytes, WESTERN, createReader()).content, format: WESTERN };
  }
};

/**
 * Reads the beginning of a file, and finds how its numbers and texts are written.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE.
 */
export const probeFile = (bytes: Uint8Array): ProbedFile => {
  const probed = readAny(bytes);
  return hasDecimalComma(probed) ? { ...probed, format: { ...probed.format, decimal: ',' } } : probed;
};
