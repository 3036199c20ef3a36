import type { AsyncBuffer } from 'hyparquet';
import type { Deadline } from '../../aws/deadline.ts';
import { serviceFailure } from '../../aws/service-errors.ts';
import { isWindowed } from '../../config/depends-on-window.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import { toCacheableError, WallfeedError } from '../../errors/wallfeed-error.ts';
import { ownBucket } from '../../sources/read-source.ts';
import type { ObjectPart } from '../../sources/s3/get-object.ts';
import type { Receive } from '../../sources/s3/object-receiver.ts';
import { type KnownVersion, readObject } from '../../sources/s3/read-object.ts';
import type { ObjectVersion } from '../../sources/s3/receive-body.ts';
import { toColumnRows } from '../../tabular/column-rows.ts';
import { isPattern } from '../key-pattern.ts';
import { type CountBytes, createCount, fileNameOf, readPattern, spansOf } from '../read-pattern.ts';
import type { KindReader, ReadLimits, SourceRows } from '../source-kind.ts';
import { FOOTER_BYTES, openParquet } from './open-parquet.ts';
import { type ParquetSource, partitionsOf } from './partitions.ts';
import type { ReadableFile } from './plan-files.ts';
import { readRows } from './read-rows.ts';

interface ReceivedPart {
  readonly bytes: Buffer;
  /** Bytes of the whole object. */
  readonly total: number;
  /** Absent if S3 sent no ETag. */
  readonly version?: ObjectVersion;
}

const collect: Receive<Omit<ReceivedPart, 'version'>> = ({ total }) => {
  const chunks: Buffer[] = [];
  return {
    push: (chunk) => chunks.push(chunk) > 0,
    end: () => {
      const bytes = Buffer.concat(chunks);
      return { bytes, total: total ?? bytes.length };
    },
  };
};

/**
 * Returns undefined if the object is unchanged.
 * @param known the version that the caller already has.
 * @throws WallfeedError as `readObject` does.
 */
const readPart = async (
  location: ObjectLocation,
  part: ObjectPart,
  deadline: Deadline,
  known?: KnownVersion,
): Promise<ReceivedPart | undefined> => {
  const read = await readObject(location, deadline, known, collect, part);
  if (!read) return undefined;
  const { outcome, version } = read;
  if ('error' in outcome) throw outcome.error;
  const { bytes, total } = outcome.content;
  return { bytes, total, ...(version && { version: { ...version, bytes: total } }) };
};

interface Reading {
  readonly bucket: string;
  readonly deadline: Deadline;
  readonly count: CountBytes;
}

const toArrayBuffer = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

/** The end of the object is already in memory. */
const createBuffer = (
  { bucket, deadline, count }: Reading,
  key: string,
  { bytes: end, total, version }: { readonly bytes: Buffer; readonly total: number; readonly version?: ObjectVersion },
): AsyncBuffer => {
  const endStart = total - end.length;
  return {
    byteLength: total,
    slice: async (from, to = total) => {
      if (from >= endStart) return toArrayBuffer(end.subarray(from - endStart, to - endStart));
      count(to - from);
      const part = { range: `bytes=${from}-${to - 1}`, etag: version?.etag };
      const read = await readPart({ bucket, key }, part, deadline);
      if (read?.bytes.length !== to - from) throw new Error('a part of the file is missing');
      return toArrayBuffer(read.bytes);
    },
  };
};

/** `unchanged` if the file is still the known version. */
type Opened = { readonly file: ReadableFile; readonly version?: ObjectVersion } | 'unchanged';

/** True if S3 refused a range. Some stores refuse the last bytes of an object that has fewer bytes. */
const isRangeRefused = (error: unknown): boolean => serviceFailure(Object(error).cause).status === 416;

/** Reads an object with fewer bytes than were asked for. S3 refuses every range of an object without bytes. */
const readShort = async (read: (range: string) => Promise<ReceivedPart | undefined>) => {
  try {
    return await read('bytes=0-');
  } catch (error) {
    if (!isRangeRefused(error)) throw error;
    return { bytes: Buffer.alloc(0), total: 0 };
  }
};

/** Returns undefined if the object is still the known version. */
const readEnd = async ({ bucket, deadline }: Reading, key: string, known: KnownVersion | undefined) => {
  const read = (range: string) => readPart({ bucket, key }, { range }, deadline, known);
  try {
    return await read(`bytes=-${FOOTER_BYTES}`);
  } catch (error) {
    if (!isRangeRefused(error)) throw error;
    return readShort(read);
  }
};

const open = async (reading: Reading, key: string, known?: KnownVersion): Promise<Opened> => {
  const { count } = reading;
  const end = await readEnd(reading, key, known);
  if (!end) return 'unchanged';
  count(end.bytes.length);
  const file = await openParquet(createBuffer(reading, key, end), fileNameOf(key));
  return { file: { file, partitions: partitionsOf(key) }, ...(end.version && { version: end.version }) };
};

const openOne = async (reading: Reading, key: string): Promise<ReadableFile> => {
  const opened = await open(reading, key);
  if (opened === 'unchanged') throw new Error('S3 sent no file');
  return opened.file;
};

/** Returns `known` if the file has not changed since it was read. */
const readOne = async (
  source: ParquetSource,
  reading: Reading,
  known: SourceRows | undefined,
  read: (files: readonly ReadableFile[]) => Promise<SourceRows>,
): Promise<SourceRows> => {
  const opened = await open(reading, source.key, known?.version);
  if (opened === 'unchanged') {
    if (!known) throw new Error('S3 sent no file');
    return known;
  }
  const { file, version } = opened;
  const versioned = version ? { version } : {};
  try {
    return { ...(await read([file])), ...versioned };
  } catch (error) {
    const isLasting = error instanceof WallfeedError && /^(?:SOURCE_INVALID|TABLE_)/.test(error.code);
    if (!isLasting) throw error;
    return { fault: toCacheableError(error), ...versioned };
  }
};

/** Binds a dataset over Parquet files. The rows of one file without a window stay the same until the file changes. */
export const bindSource: KindReader['bindSource'] = (config, timezone) => {
  const source = config.source as ParquetSource;
  const isLasting = !isWindowed(source);
  return async ({ window }, known, { deadline, budget }: ReadLimits) => {
    const spans = spansOf(source.selection, window, timezone);
    const reading: Reading = { bucket: source.bucket ?? ownBucket(), deadline, count: createCount() };
    const { key } = source;
    const read = async (files: readonly ReadableFile[]): Promise<SourceRows> => ({
      rows: toColumnRows(await readRows(files, { selection: source.selection, timezone, window, spans, budget })),
    });
    if (isPattern(key)) return read(await readPattern({ ...reading, key }, spans, (one) => openOne(reading, one)));
    return readOne(source, reading, isLasting ? known : undefined, read);
  };
};
