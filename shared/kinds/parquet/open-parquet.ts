import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { parquetPlan, prefetchAsyncBuffer } from 'hyparquet/src/plan.js';
import { sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { type FileColumns, PARSERS, readColumns } from './column-types.ts';
import { decodeColumn, type Values } from './decode-column.ts';

/** A Parquet file whose footer has been read. */
export interface ParquetFile extends FileColumns {
  /** The name of the file, for messages. */
  readonly name: string;
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
}

/** Bytes at the end of a file that are read first. They hold most footers. */
export const FOOTER_BYTES = 64 * 1024;

const MAGIC_BYTES = 4;
/** The bytes of the smallest file: its mark, the length of its footer, and its mark again. */
const MIN_BYTES = 12;

const NOT_PARQUET = 'upload the whole file again, or name a Parquet file';

/** Returns an error of the decoder as an error of the file. */
const toInvalid = (error: unknown, name: string): unknown => {
  if (error instanceof WallfeedError) return error;
  const { message = '' } = Object(error);
  const [, codec] = /codec:? (\w+)/i.exec(message) ?? [];
  if (codec) {
    const hint = 'write the file without compression, or with snappy, gzip, zstd or brotli';
    return sourceError('SOURCE_INVALID', error, `${name} is compressed with ${codec}, which cannot be read`, hint);
  }
  return sourceError('SOURCE_INVALID', error, `${name} is damaged or cut short`, NOT_PARQUET);
};

const checkMagic = async (buffer: AsyncBuffer, name: string): Promise<void> => {
  if (buffer.byteLength < MIN_BYTES) {
    throw sourceError('SOURCE_INVALID', { name: 'NotParquet' }, `${name} is not a Parquet file`, NOT_PARQUET);
  }
  const magic = Buffer.from(await buffer.slice(buffer.byteLength - MAGIC_BYTES, buffer.byteLength)).toString('latin1');
  if (magic === 'PAR1') return;
  if (magic === 'PARE')
    throw sourceError('SOURCE_INVALID', { name: 'Encrypted' }, `${name} is encrypted`, 'write the file in plain form');
  const found = `${name} is not a Parquet file, or it is cut short`;
  throw sourceError('SOURCE_INVALID', { name: 'NotParquet' }, found, NOT_PARQUET);
};

const isEncrypted = ({ row_groups: groups }: FileMetaData): boolean =>
  groups.some(({ columns }) => columns.some((column) => column.crypto_metadata ?? column.encrypted_column_metadata));

/**
 * Reads the footer of a file.
 * @throws WallfeedError SOURCE_INVALID, and the errors of the buffer.
 */
export const openParquet = async (buffer: AsyncBuffer, name: string): Promise<ParquetFile> => {
  await checkMagic(buffer, name);
  try {
    const options = {
      initialFetchSize: Math.min(FOOTER_BYTES, buffer.byteLength),
      parsers: PARSERS,
      geoparquet: false,
    };
    const metadata = await parquetMetadataAsync(buffer, options);
    if (isEncrypted(metadata))
      throw sourceError('SOURCE_INVALID', { name: 'Encrypted' }, `${name} is encrypted`, 'write it in plain form');
    return { name, buffer, metadata, ...readColumns(metadata) };
  } catch (error) {
    throw toInvalid(error, name);
  }
};

/** Loads zlib with the first page that needs it: most files are compressed with snappy. */
const zlib = () => process.getBuiltinModule('node:zlib');

const COMPRESSORS: Compressors = {
  GZIP: (bytes) => zlib().gunzipSync(bytes),
  ZSTD: (bytes) => zlib().zstdDecompressSync(bytes),
  BROTLI: (bytes) => zlib().brotliDecompressSync(bytes),
};

/**
 * Reads some columns of one row group.
 * @throws WallfeedError SOURCE_INVALID, and the errors of the buffer.
 */
export const readGroup = async (
  { buffer, metadata, name }: ParquetFile,
  rowStart: number,
  rows: number,
  columns: readonly string[],
): Promise<ReadonlyMap<string, Values>> => {
  const options = { file: buffer, metadata, columns: [...columns], rowStart, rowEnd: rowStart + rows };
  try {
    const plan = parquetPlan(options);
    const parts = prefetchAsyncBuffer(buffer, plan);
    const tops = parquetSchema(metadata).children;
    const chunks = plan.groups.flatMap((group) => group.chunks);
    const decoded = chunks.map(async ({ columnMetadata: meta, range }) => {
      const [column = ''] = meta.path_in_schema;
      const { element } = tops.find((one) => one.element.name === column) as SchemaTree;
      const bytes = await parts.slice(range.startByte, range.endByte);
      const values = decodeColumn(bytes, rows, {
        element,
        meta,
        compressors: COMPRESSORS,
        parsers: { ...DEFAULT_PARSERS, ...PARSERS },
      });
      if (!values) throw sourceError('SOURCE_INVALID', { name: 'FewValues' }, `${name} is damaged`, NOT_PARQUET);
      return [column, values] as const;
    });
    return new Map(await Promise.all(decoded));
  } catch (error) {
    throw toInvalid(error, name);
  }
};
