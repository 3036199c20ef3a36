import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { KeptObject, KeptObjects } from '../sources/s3/kept-objects.ts';
import type { ObjectVersion } from '../sources/s3/receive-body.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import type { Table } from '../tabular/table.ts';
import { createLru, type Lru } from './create-lru.ts';
import type { CachedResponse } from './response-body.ts';
import type { Timestamp } from './timestamp.ts';

/** An S3 object, in the version that was last read. */
export interface KnownObject extends ObjectVersion {
  /** The object's rows; absent if the cached response is enough. */
  readonly table?: Table;
  /** The error, if the object is invalid. */
  readonly fault?: WallfeedError;
}

/** The objects that were read for an endpoint, by table. */
export type KnownObjects = Readonly<Record<string, KnownObject>>;

/** The objects that an endpoint last read. */
export interface SourceSnapshot {
  readonly objects: KnownObjects;
  /**
   * Last good response of an endpoint that reads only these objects. If an object is invalid, the response comes from
   * an earlier version of the object.
   */
  readonly response?: CachedResponse;
  /** The error, if no response can be created from these objects. */
  readonly fault?: WallfeedError;
}

/** The rows of a dataset for one window. */
export interface KeptRows {
  readonly rows: ColumnRows;
  /** The start of the slot that the rows belong to. */
  readonly askedAt: Timestamp;
  readonly memoryBytes: number;
  /** The version of the file that the rows come from. */
  readonly version?: ObjectVersion;
  /** Time of the earliest change of the files that the rows come from, in milliseconds since 1970. */
  readonly modifiedAt?: number | undefined;
  /**
   * End of the time in which late rows may be served, in milliseconds since 1970. Set if a slow query returned the rows
   * after their slot.
   */
  readonly lateUntil?: number;
}

/** The rows of datasets that an environment keeps. */
export interface RowStore {
  /** Maximum size of the rows that are cached for one window. */
  readonly maxBytes: number;
  find(name: string): KeptRows | undefined;
  keep(name: string, rows: KeptRows): void;
}

/** The cache in the memory of one environment. Evicts the least recently used entries first. */
export interface Memory {
  response(key: string): CachedResponse | undefined;
  keepResponse(key: string, response: CachedResponse): void;
  dropResponse(key: string): void;
  snapshot(slug: string): SourceSnapshot | undefined;
  keepSnapshot(slug: string, snapshot: SourceSnapshot): void;
  /** The files whose bytes are kept. All endpoints that read a file share its entry. */
  readonly objects: KeptObjects;
  /** The rows of datasets. All endpoints over a dataset share them. */
  readonly rows: RowStore;
}

export interface MemoryLimits {
  readonly entries: number;
  /**
   * Limit on the size of all responses. A second limit of the same size applies to snapshots, kept files and rows of
   * datasets together.
   */
  readonly bytes: number;
}

const MAX_ENTRIES = 1_000;
const SHARE_OF_FUNCTION = 1 / 16;
const BYTES_PER_MB = 1024 * 1024;

/** Returns the limit on cached responses in bytes, for a function's memory size. */
export const cacheBytesOf = (memoryMb: number): number => memoryMb * BYTES_PER_MB * SHARE_OF_FUNCTION;

const limitsOfFunction = (): MemoryLimits => ({
  entries: MAX_ENTRIES,
  bytes: cacheBytesOf(Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 256)),
});

/** Measured heap for a cell and its typed value, besides the text. */
const CELL_BYTES = 130;
const ENTRY_BYTES = 200;
/** Upper bound for an error with the full number of details. */
const FAULT_BYTES = 8_000;

const sizeOfTable = ({ header, rows }: Table, bytes: number): number =>
  (rows.length + 1) * header.length * CELL_BYTES + bytes * 2;

const sizeOfSnapshot = ({ objects, response, fault }: SourceSnapshot): number =>
  Object.values(objects).reduce(
    (sum, object) =>
      sum + (object.table ? sizeOfTable(object.table, object.bytes) : 0) + (object.fault ? FAULT_BYTES : 0),
    (response?.body.memoryBytes ?? 0) + (fault ? FAULT_BYTES : 0),
  );

/** Maximum size of a file that is kept in memory, if the cache is large enough for it. */
const MAX_KEPT_BYTES = 16 * BYTES_PER_MB;

/** Returns the size of the largest file that a function keeps, for its memory in MB. */
export const keptBytesOf = (memoryMb: number): number => Math.min(MAX_KEPT_BYTES, cacheBytesOf(memoryMb));

/** A value that the cache keeps about a source. */
type KeptSource = SourceSnapshot | KeptObject | KeptRows;

const isObject = (value: KeptSource): value is KeptObject => 'etag' in value;
const isRows = (value: KeptSource): value is KeptRows => 'rows' in value;
const isSnapshot = (value: KeptSource): value is SourceSnapshot => 'objects' in value;

const sizeOfSource = (value: KeptSource): number => {
  if (isRows(value)) return value.memoryBytes;
  return isObject(value) ? value.bytes.length : sizeOfSnapshot(value);
};

/**
 * Stores values of one kind in the LRU cache of snapshots.
 * @param mark prefix of the keys. No endpoint's name contains it, so the keys of two kinds are never equal.
 */
const createKind = <Value extends KeptSource>(
  sources: Lru<KeptSource>,
  mark: '/' | ':',
  isOfKind: (value: KeptSource) => value is Value,
) => ({
  find: (name: string): Value | undefined => {
    const found = sources.get(mark + name);
    return found && isOfKind(found) ? found : undefined;
  },
  keep: (name: string, value: Value): void => sources.set(mark + name, value),
});

const createStore = <Value extends object>({ entries, bytes }: MemoryLimits, sizeOf: (value: Value) => number) =>
  createLru<Value>({ entries, bytes, sizeOf: (value, key) => ENTRY_BYTES + key.length * 2 + sizeOf(value) });

export const createMemory = (limits: MemoryLimits = limitsOfFunction()): Memory => {
  const responses = createStore<CachedResponse>(limits, ({ body }) => body.memoryBytes);
  const sources = createStore<KeptSource>(limits, sizeOfSource);
  return {
    response: responses.get,
    keepResponse: responses.set,
    dropResponse: responses.delete,
    snapshot: (slug) => {
      const found = sources.get(slug);
      return found && isSnapshot(found) ? found : undefined;
    },
    keepSnapshot: sources.set,
    objects: { maxBytes: Math.min(MAX_KEPT_BYTES, limits.bytes), ...createKind(sources, '/', isObject) },
    rows: { maxBytes: limits.bytes, ...createKind(sources, ':', isRows) },
  };
};
