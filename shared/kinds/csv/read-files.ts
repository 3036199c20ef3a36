import { isUtf8 } from 'node:buffer';
import type { ObjectLocation } from '../../config/sources.ts';
import type { CsvFormat, CsvRecord, RecordConsumer, RecordReader } from '../../csv/csv-record.ts';
import { scanBytes } from '../../csv/parse-csv.ts';
import { type Detail, describeDetail, inFile, WallfeedError } from '../../errors/wallfeed-error.ts';
import { type Budget, functionMemoryMb } from '../../limits/budget.ts';
import type { ReadContext } from '../../sources/read-context.ts';
import type { Receive } from '../../sources/s3/object-receiver.ts';
import { readObject } from '../../sources/s3/read-object.ts';
import { refuseLargeFile } from '../../sources/s3/size-limits.ts';
import { listNames } from '../../tabular/column-count.ts';
import { type ColumnRows, type FileLines, lineInFiles, toColumnRows } from '../../tabular/column-rows.ts';
import type { Table } from '../../tabular/table.ts';

export interface FileBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

const receiveBytes: Receive<Buffer> = ({ length = 0 }) => {
  const memoryMb = functionMemoryMb();
  refuseLargeFile(length, memoryMb);
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    push: (chunk) => {
      size += chunk.length;
      refuseLargeFile(size, memoryMb);
      chunks.push(chunk);
      return true;
    },
    end: () => Buffer.concat(chunks, size),
  };
};

/**
 * Downloads the file only if it has changed.
 * @throws WallfeedError SOURCE_*.
 */
export const readBytes = async (
  location: Required<ObjectLocation>,
  { deadline, objects }: Pick<ReadContext, 'deadline' | 'objects'>,
): Promise<Buffer> => {
  const name = `${location.bucket}/${location.key}`;
  const kept = objects?.find(name);
  const read = await readObject(location, deadline, kept, receiveBytes);
  if (!read && kept) return kept.bytes;
  if (!read) throw new Error('S3 sent no file');
  const { outcome, version } = read;
  if ('error' in outcome) throw outcome.error;
  const bytes = outcome.content;
  if (objects && version && bytes.length <= objects.maxBytes) objects.keep(name, { ...version, bytes });
  return bytes;
};

interface FileForm {
  readonly name: string;
  readonly columns: readonly string[];
  readonly delimiter: string | undefined;
}

const otherForm = ({ name: file, columns, delimiter }: FileForm, first: FileForm, line: number): WallfeedError => {
  const isDelimiter = listNames(columns) === listNames(first.columns);
  const message = isDelimiter
    ? `its cells are separated by '${delimiter}', those of ${first.name} by '${first.delimiter}'`
    : `its columns are ${listNames(columns)}, those of ${first.name} ${listNames(first.columns)}`;
  const hint = isDelimiter
    ? 'write all files with the same delimiter'
    : 'give all files of the pattern the same columns in the same order';
  const detail = { file, line, message, hint };
  return new WallfeedError('TABLE_COLUMNS', `The files differ: ${describeDetail(detail)}.`, [detail]);
};

/** True if two files have the same columns in the same order. Without a header, compares only the number of columns. */
const isAlike = (one: FileForm, other: FileForm, { header }: CsvFormat): boolean =>
  one.delimiter === other.delimiter &&
  one.columns.length === other.columns.length &&
  (header === 'none' || one.columns.every((name, column) => name === other.columns[column]));

/** Refuses all but the best delimiter, if several delimiters fit a header. */
const REFUSING: RecordConsumer<void> = {
  header: () => {
    throw new Error('another delimiter fits better');
  },
  row: () => false,
  finish: () => undefined,
};

/** Numbers the lines of several files consecutively. Each call returns the same record object. */
const createNumbered = () => {
  let current: CsvRecord;
  let before = 0;
  const record: CsvRecord = {
    get length() {
      return current.length;
    },
    get line() {
      return before + current.line;
    },
    text: (column) => current.text(column),
    texts: () => current.texts(),
    isBlank: (column) => current.isBlank(column),
    lineOf: (column) => before + current.lineOf(column),
    plainNumber: (column) => current.plainNumber(column),
    plainTime: (column) => current.plainTime?.(column) ?? Number.NaN,
    hasMark: (column) => current.hasMark?.(column) ?? true,
    equals: (column, expected) => current.equals?.(column, expected) ?? current.text(column).trim() === expected.text,
    jsonBytes: () => current.jsonBytes(),
  };
  return (one: CsvRecord, linesBefore: number): CsvRecord => {
    current = one;
    before = linesBefore;
    return record;
  };
};

/** Replaces the consecutive line numbers by a file and the line in this file. */
const inFiles = (error: unknown, files: readonly FileLines[]): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, details, cause } = error;
  let { message } = error;
  const placed = details.map((detail): Detail => {
    if (detail.line === undefined || detail.file !== undefined) return detail;
    const found: Detail = { ...detail, ...lineInFiles(detail.line, files) };
    message = message.replace(describeDetail(detail), () => describeDetail(found));
    return found;
  });
  return new WallfeedError(code, message, placed, { cause });
};

/** Passes on the rows of one file after the other, and the header of the first one. */
const createFeed = (
  format: CsvFormat,
  { fits }: RecordReader<Table>,
  consumer: RecordConsumer<Table>,
  budget: Budget,
) => {
  const numbered = createNumbered();
  let first: FileForm | undefined;
  let needsMore = true;
  /** False if no further file is needed. */
  return ({ name, bytes }: FileBytes, file: FileLines): boolean => {
    const [, linesBefore] = file;
    let hasConsumer = false;
    const create = (): RecordConsumer<void> => {
      if (hasConsumer) return REFUSING;
      hasConsumer = true;
      return {
        header: (record, facts) => {
          const form: FileForm = { name, columns: record.texts(), delimiter: facts.delimiter };
          if (first && !isAlike(form, first, format)) throw otherForm(form, first, record.line);
          if (first) consumer.nextFile?.();
          else consumer.header(record, facts);
          first ??= form;
        },
        row: (record) => {
          try {
            needsMore = consumer.row(numbered(record, linesBefore));
            return needsMore;
          } catch (error) {
            throw inFiles(error, [file]);
          }
        },
        finish: () => undefined,
      };
    };
    // Rows of an earlier attempt would count twice, so the encoding has to be known before the first row.
    scanBytes(bytes, format, { fits, create }, { budget, isGuessed: !isUtf8(bytes) });
    return needsMore;
  };
};

/** Reserves consecutive line numbers for each file. A file with n bytes has at most n + 1 lines. */
const numberLines = (files: readonly FileBytes[]): readonly FileLines[] => {
  let before = 0;
  return files.map(({ name, bytes }): FileLines => {
    const file = [name, before] as const;
    before += bytes.length + 1;
    return file;
  });
};

/** @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, SOURCE_TIMEOUT, TABLE_*, with the name of the file. */
export const readFiles = (
  files: readonly FileBytes[],
  format: CsvFormat,
  reader: RecordReader<Table>,
  budget: Budget,
): ColumnRows => {
  const lines = numberLines(files);
  const consumer = reader.create(budget);
  const feed = createFeed(format, reader, consumer, budget);
  for (const [index, file] of files.entries()) {
    try {
      if (!feed(file, lines[index] as FileLines)) break;
    } catch (error) {
      const isPlaced = error instanceof WallfeedError && error.details.some((detail) => detail.file !== undefined);
      throw isPlaced ? error : inFile(error, file.name);
    }
  }
  try {
    const rows = toColumnRows(budget.work(() => consumer.finish()));
    return rows.places ? { ...rows, places: { ...rows.places, files: lines } } : rows;
  } catch (error) {
    throw inFiles(error, lines);
  }
};
