import type { AsyncBuffer } from 'hyparquet';
import { sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import { type FileColumn, type FileColumns, readColumns } from './column-types.ts';
import { type Admit, decodeColumn, type Values } from './decode-column.ts';
import { isReadable } from './decompress.ts';
import { type Chunk, type Footer, type Group, readFooter } from './footer.ts';
import { chunksOf, createRoom } from './room.ts';

/** A file whose footer has been read. */
export interface ParquetFile extends FileColumns {
  readonly name: string;
  readonly buffer: AsyncBuffer;
  readonly groups: readonly Group[];
  /** True if the writer leaves bytes of the last page out of the size of a column. */
  readonly hasShortSizes: boolean;
}

/** Columns with at most this many bytes between them are requested together. */
const MAX_GAP_BYTES = 8 * 1024;
const MAX_RUN_BYTES = 2 * 1024 * 1024;
/** parquet-mr before 1.2.9 may leave them out of the size of a column. */
const LEFT_OUT_BYTES = 100;

/** The end of a file is read first. It holds most footers. */
export const FOOTER_BYTES = 64 * 1024;

const MAGIC_BYTES = 4;
/** The length of the footer, and the mark. */
const END_BYTES = 8;
/** The mark, the length of the footer, and the mark again. */
const MIN_BYTES = 12;

const NOT_PARQUET = 'upload the whole file again, or name a Parquet file';

const toInvalid = (error: unknown, name: string): unknown => {
  if (error instanceof WallfeedError) return error;
  return sourceError('SOURCE_INVALID', error, `${name} is damaged or cut short`, NOT_PARQUET);
};

const checkMagic = async (buffer: AsyncBuffer, name: string): Promise<void> => {
  if (buffer.byteLength === 0)
    throw sourceError('SOURCE_INVALID', { name: 'NoBytes' }, `${name} has no bytes`, NOT_PARQUET);
  if (buffer.byteLength < MIN_BYTES) {
    throw sourceError('SOURCE_INVALID', { name: 'NotParquet' }, `${name} is not a Parquet file`, NOT_PARQUET);
  }
  const magic = Buffer.from(await buffer.slice(buffer.byteLength - MAGIC_BYTES, buffer.byteLength)).toString('latin1');
  if (magic === 'PAR1') return;
  if (magic === 'PARE')
    throw sourceError('SOURCE_INVALID', { name: 'Encrypted' }, `${name} is encrypted`, 'write the file in plain form');
  const { KIND_BYTES, otherKind } = await import('../../csv/file-kinds.ts');
  const other = otherKind(new Uint8Array(await buffer.slice(0, Math.min(KIND_BYTES, buffer.byteLength))), 'parquet');
  if (other) throw other;
  const found = `${name} is not a Parquet file, or it is cut short`;
  throw sourceError('SOURCE_INVALID', { name: 'NotParquet' }, found, NOT_PARQUET);
};

/** Reads the bytes of the footer, most of which are read with the end of the file. */
const readEnd = async (buffer: AsyncBuffer): Promise<Uint8Array> => {
  const { byteLength: size } = buffer;
  const end = await buffer.slice(Math.max(0, size - FOOTER_BYTES), size);
  const length = new DataView(end).getUint32(end.byteLength - END_BYTES, true);
  if (length > size - END_BYTES - MAGIC_BYTES) throw new Error('the footer is longer than the file');
  if (length + END_BYTES <= end.byteLength) return new Uint8Array(end, end.byteLength - END_BYTES - length, length);
  return new Uint8Array(await buffer.slice(size - END_BYTES - length, size - END_BYTES));
};

const hasShortSizes = ({ writer }: Footer): boolean =>
  /^parquet-mr(?: version (?:0|1\.[01]|1\.2\.[0-8])\b|$)/.test(writer);

/** @throws WallfeedError SOURCE_INVALID, and the errors of the buffer. */
export const openParquet = async (buffer: AsyncBuffer, name: string): Promise<ParquetFile> => {
  await checkMagic(buffer, name);
  try {
    const footer = readFooter(await readEnd(buffer));
    if (footer.isEncrypted)
      throw sourceError(
        'SOURCE_INVALID',
        { name: 'Encrypted' },
        `${name} is encrypted`,
        'write the file in plain form',
      );
    const { groups, schema } = footer;
    return { name, buffer, groups, hasShortSizes: hasShortSizes(footer), ...readColumns(schema) };
  } catch (error) {
    throw toInvalid(error, name);
  }
};

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Joins ranges that are near each other, so that one request reads them. */
const joinRanges = (ranges: readonly Range[]): readonly Range[] => {
  const joined: Range[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    const isNear = last && start <= last.end + MAX_GAP_BYTES && Math.max(last.end, end) - last.start <= MAX_RUN_BYTES;
    if (isNear) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else joined.push({ start, end });
  }
  return joined;
};

const rangeOf = ({ buffer, hasShortSizes: isShort }: ParquetFile, { start, bytes }: Chunk): Range => {
  const end = start + bytes;
  if (start < MAGIC_BYTES || end > buffer.byteLength) throw new Error('a column is not in the file');
  return { start, end: isShort ? Math.min(end + LEFT_OUT_BYTES, buffer.byteLength) : end };
};

const checkCodec = (name: string, { codec }: Chunk): void => {
  if (isReadable(codec)) return;
  const hint = 'write the file without compression, or with snappy, gzip, zstd or brotli';
  const found = `${name} is compressed with ${codec}, which cannot be read`;
  throw sourceError('SOURCE_INVALID', { name: 'Codec' }, found, hint);
};

/** Checks what the footer says. Returns a count of the group's memory. */
const admitGroup = (
  file: ParquetFile,
  group: Group,
  chunks: readonly Chunk[],
  width: number,
  budget: Budget,
): Admit => {
  for (const chunk of chunks) checkCodec(file.name, chunk);
  return createRoom(file.name, group, width, chunks, budget);
};

/**
 * @param width number of columns, with those of the folders of the path.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, and the errors of the buffer.
 */
export const readGroup = async (
  file: ParquetFile,
  group: Group,
  columns: readonly FileColumn[],
  width: number,
  budget: Budget,
): Promise<ReadonlyMap<string, Values>> => {
  const { buffer, name } = file;
  try {
    const parts = chunksOf(group, columns).map(([column, chunk]) => ({ column, chunk, range: rangeOf(file, chunk) }));
    const admit = admitGroup(
      file,
      group,
      parts.map(({ chunk }) => chunk),
      width,
      budget,
    );
    const runs = joinRanges(parts.map(({ range }) => range)).map((run) => ({
      ...run,
      bytes: Promise.resolve(buffer.slice(run.start, run.end)),
    }));
    const decoded = parts.map(async ({ column: { name: column, element, type }, chunk, range }) => {
      const run = runs.find(({ start, end }) => start <= range.start && end >= range.end);
      if (!run || !element) throw new Error(`the column ${column} is not in the file`);
      const bytes = new Uint8Array(await run.bytes, range.start - run.start, range.end - range.start);
      const isText = type.isText === true;
      const values = decodeColumn(bytes, group.rows, { element, codec: chunk.codec, isText, admit });
      if (!values) throw sourceError('SOURCE_INVALID', { name: 'FewValues' }, `${name} is damaged`, NOT_PARQUET);
      return [column, values] as const;
    });
    return new Map(await Promise.all(decoded));
  } catch (error) {
    throw toInvalid(error, name);
  }
};
