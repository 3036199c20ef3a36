import { LRUCache } from 'lru-cache';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { ObjectVersion } from '../sources/read-source.ts';
import type { Table } from '../tabular/table.ts';
import type { CachedResponse } from './response-body.ts';

/** An object in S3 as it was last read. */
export interface KnownObject extends ObjectVersion {
  /** Its rows; left out where the response says all that is needed. */
  readonly table?: Table;
  /** Why it has none. */
  readonly fault?: WallfeedError;
}

/** The objects that an endpoint was last read from, by table. */
export interface SourceSnapshot {
  readonly objects: Readonly<Record<string, KnownObject>>;
  /** Last good response of an endpoint that reads only these objects; may come from earlier versions if these are invalid. */
  readonly response?: CachedResponse;
  /** Why these make no response. */
  readonly fault?: WallfeedError;
}

/** What one environment caches; the least recently used goes first. */
export interface Memory {
  response(key: string): CachedResponse | undefined;
  keepResponse(key: string, response: CachedResponse): void;
  dropResponse(key: string): void;
  snapshot(slug: string): SourceSnapshot | undefined;
  keepSnapshot(slug: string, snapshot: SourceSnapshot): void;
}

export interface MemoryLimits {
  readonly entries: number;
  /** For responses; as many again are for what they are made from. */
  readonly bytes: number;
}

const MAX_ENTRIES = 1_000;
const SHARE_OF_FUNCTION = 1 / 16;
const MB = 1024 * 1024;

/** How many bytes of responses a function of so much memory caches. */
export const cacheBytesOf = (memoryMb: number): number => memoryMb * MB * SHARE_OF_FUNCTION;

const limitsOfFunction = (): MemoryLimits => ({
  entries: MAX_ENTRIES,
  bytes: cacheBytesOf(Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 256)),
});

/** Heap of a cell as it was read and typed, besides its text; measured. */
const CELL_BYTES = 130;
const ENTRY_BYTES = 200;
/** An error that lists as many places as it may. */
const FAULT_BYTES = 8_000;

const sizeOfTable = ({ header, rows }: Table, bytes: number): number =>
  (rows.length + 1) * header.length * CELL_BYTES + bytes * 2;

const sizeOfSnapshot = ({ objects, response, fault }: SourceSnapshot): number =>
  Object.values(objects).reduce(
    (sum, object) =>
      sum + (object.table ? sizeOfTable(object.table, object.bytes) : 0) + (object.fault ? FAULT_BYTES : 0),
    (response?.body.memoryBytes ?? 0) + (fault ? FAULT_BYTES : 0),
  );

const createStore = <Value extends object>({ entries, bytes }: MemoryLimits, sizeOf: (value: Value) => number) =>
  new LRUCache<string, Value>({
    max: entries,
    maxSize: Math.floor(bytes),
    sizeCalculation: (value, key) => ENTRY_BYTES + key.length * 2 + sizeOf(value),
  });

/** A memory that never grows beyond its limits. */
export const createMemory = (limits: MemoryLimits = limitsOfFunction()): Memory => {
  const responses = createStore<CachedResponse>(limits, ({ body }) => body.memoryBytes);
  const snapshots = createStore<SourceSnapshot>(limits, sizeOfSnapshot);
  return {
    response: (key) => responses.get(key),
    keepResponse: (key, response) => {
      responses.set(key, response);
    },
    dropResponse: (key) => {
      responses.delete(key);
    },
    snapshot: (slug) => snapshots.get(slug),
    keepSnapshot: (slug, snapshot) => {
      snapshots.set(slug, snapshot);
    },
  };
};
