import { readFile } from 'node:fs/promises';
import type { CsvSource } from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { referencesOf } from '../../../shared/selection/references.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';

/** The last line that may be a header. Reports of office software have some lines above it. */
const MAX_HEADER_LINE = 20;

/** Creates a reader that returns the line of the first record if the record has all these names. */
const nameFinder = (names: readonly string[]): RecordReader<number | undefined> => {
  const hasAll = (header: readonly string[]): boolean =>
    names.every((name) => header.some((cell) => cell.trim() === name.trim()));
  return {
    fits: hasAll,
    create: () => {
      let found: number | undefined;
      return {
        header: (record) => {
          const header = Array.from({ length: record.length }, (_, column) => record.text(column));
          found = hasAll(header) ? record.line : undefined;
        },
        row: () => false,
        finish: () => found,
      };
    },
  };
};

const headerFrom = (
  line: number,
  bytes: Uint8Array,
  source: CsvSource,
  reader: RecordReader<number | undefined>,
): number | undefined => {
  try {
    return scanBytes(bytes, { ...source, header: line }, reader).content;
  } catch {
    return undefined;
  }
};

/**
 * Finds the first line, after line 1, that has all the columns which a selection names. Undefined if dashboard.yml says
 * where the header is.
 */
export const findHeaderLine = (bytes: Uint8Array, source: CsvSource): number | undefined => {
  if (source.header !== undefined || source.selection?.columns === undefined) return undefined;
  const names = referencesOf(source.selection ?? {}).filter((name) => typeof name === 'string');
  if (names.length === 0) return undefined;
  const reader = nameFinder(names);
  for (let line = 2; line <= MAX_HEADER_LINE; line += 1) {
    const found = headerFrom(line, bytes, source, reader);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Adds a hint to the error of a file whose header lacks columns, if a later line has them. */
export const explainHeader = async (error: unknown, source: CsvSource, path: string): Promise<unknown> => {
  if (!(error instanceof WallfeedError) || error.code !== 'TABLE_COLUMNS') return error;
  const line = findHeaderLine(unpackBytes(await readFile(path)), source);
  if (line === undefined) return error;
  const hint = `line ${line} has all the columns: write \`header: ${line}\``;
  return new WallfeedError(
    error.code,
    error.message,
    error.details.map((detail) => ({ ...detail, hint })),
  );
};
