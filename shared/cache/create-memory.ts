import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { KeptObject, KeptObjects } from '../sources/s3/kept-objects.ts';
import type { ObjectVersion } from '../sources/s3/receive-body.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import type { Table } from '../tabular/table.ts';
import { createLru, type Lru } from './create-lru.ts';
import type { CachedResponse } from './response-body.ts';
import type { Timestamp } from './timestamp.ts';

export interface KnownObject extends ObjectVersion {
  /** Absent if the cached response is enough. */
  readonly table?: Table;
  /** Absent if the object is valid. */
  readonly fault?: WallfeedError;
}

export type KnownObjects = Readonly<Record<string, KnownObject>>;

export interface SourceSnapshot {
  readonly objects: KnownObjects;
  /** Last good response. If an object is invalid, it comes from an earlier version of the object. */
  readonly response?: CachedResponse;
  /** Set if no response can be created from these objects. */
  readonly fault?: WallfeedError;
}

export interface KeptRows {
  readonly rows: ColumnRows;
  /** The start of the rows' slot. */
  readonly askedAt: Timestamp;
  readonly memoryBytes: number;
  readonly version?: ObjectVersion;
  /** Earliest change of the files, in milliseconds since 1970. */
  readonly modifiedAt?: number | undefined;
  /** In milliseconds since 1970. Set if a slow query returned the rows after their slot. */
  readonly lateUntil?: number;
}

export interface RowStore {
  /** Limit for the rows of one window. */
  readonly maxBytes: number;
  find(name: string): KeptRows | undefined;
  keep(name: string, rows: KeptRows): void;
}

export interface Memory {
  response(key: string): CachedResponse | undefined;
  keepResponse(key: string, response: CachedResponse): void;
  dropResponse(key: string): void;
  snapshot(slug: string): SourceSnapshot | undefined;
  keepSnapshot(slug: string, snapshot: SourceSnapshot): void;
  /** All endpoints that read a file share its entry. */
  readonly objects: KeptObjects;
  /** All endpoints over a dataset share them. */
  readonly rows: RowStore;
}

export interface MemoryLimits {
  readonly entries: number;
  /**
   * Limit on all responses. A second limit of the same size applies to snapshots, kept files and rows of datasets
   * together.
   */
  readonly bytes: number;
}

const MAX_ENTRIES = 1_000;
const SHARE_OF_FUNCTION = 1 / 16;
const BYTES_PER_MB = 1024 * 1024;

export const cacheBytesOf = (memoryMb: number): number => memoryMb * BYTES_PER_MB * SHARE_OF_FUNCTION;

const limitsOfFunction = (): MemoryLimits => ({
  entries: MAX_ENTRIES,
  bytes: cacheBytesOf(Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 256)),
});

/** Measured, besides the text. */
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

const MAX_KEPT_BYTES = 16 * BYTES_PER_MB;

export const keptBytesOf = (memoryMb: number): number => Math.min(MAX_KEPT_BYTES, cacheBytesOf(memoryMb));

type KeptSource = SourceSnapshot | KeptObject | KeptRows;

const isObject = (value: KeptSource): value is KeptObject => 'etag' in value;
const isRows = (value: KeptSource): value is KeptRows => 'rows' in value;
const isSnapshot = (value: KeptSource): value is SourceSnapshot => 'objects' in value;

const sizeOfSource = (value: KeptSource): number => {
  if (isRows(value)) return value.memoryBytes;
  return isObject(value) ? value.bytes.length : sizeOfSnapshot(value);
};

/** @param mark prefix of the keys. No endpoint's name contains it, so the keys of two kinds are never equal. */
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
