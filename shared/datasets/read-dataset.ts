import { createDeadline, type Deadline } from '../aws/deadline.ts';
import { isStillRunning } from '../aws/source-error.ts';
import type { KeptRows, RowStore } from '../cache/create-memory.ts';
import type { Lease } from '../cache/shared-cache.ts';
import { createFailureMemory, pauseCalls } from '../cache/source-failure.ts';
import { isWithin, now, type Timestamp, timestampOf } from '../cache/timestamp.ts';
import type { DatasetConfig } from '../config/dataset.ts';
import { toCacheableError } from '../errors/to-cacheable-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { bytesOfRows, type ColumnRows } from '../tabular/column-rows.ts';
import type { DatasetContext, StaleRows } from './dataset-table.ts';
import type { ReadLimits, ReadRows, SourceRows } from './read-rows.ts';
import { createSharedReads } from './share-read.ts';
import type { SharedRows } from './shared-rows.ts';
import type { Slot } from './slot.ts';
import { createWindowLimit } from './window-limit.ts';

/** A dataset that is bound to its source and to the store of its rows. */
export interface BoundDataset {
  readonly name: string;
  readonly config: DatasetConfig;
  readonly read: ReadRows;
  /** The table of shared rows. Absent if each environment reads its own rows. */
  readonly shared: SharedRows | undefined;
  readonly store: RowStore;
}

/** The rows that a request gets. */
export interface ServedRows {
  readonly rows: ColumnRows;
  /** The start of the slot that the rows belong to. */
  readonly askedAt: Timestamp;
  readonly stale?: StaleRows;
}

/** Time that a request needs after its rows were read, or could not be read, to send its response. */
const ROOM_MS = 500;
const MAX_ROOM_SHARE = 1 / 4;

/**
 * Time for which all endpoints of a dataset share the error that its database is resuming. Meanwhile the database would
 * refuse every statement.
 */
const RESUMING_MS = 2_000;

/** The reason for stale rows while another environment reads newer ones. */
const REFRESHING = 'refreshing elsewhere';

/** Returns an earlier deadline for reading, which leaves the request time for its response. */
const withRoom = ({ endsAt, ...deadline }: Deadline): Deadline => {
  const left = endsAt - performance.now();
  return { ...deadline, ...createDeadline(endsAt - Math.min(ROOM_MS, left * MAX_ROOM_SHARE)) };
};

const isResuming = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && error.code === 'SOURCE_RESUMING' && !isStillRunning(error);

const reasonOf = (error: unknown): string => (error instanceof WallfeedError ? error.code : 'INTERNAL');

/** Creates the function that reads the rows of one dataset, once for all endpoints and all requests of a slot. */
export const createDatasetReader = ({ name, config, read, shared, store }: BoundDataset) => {
  const { ttl, stale = 0 } = config;
  const failures = createFailureMemory();
  const shareRead = createSharedReads<ServedRows>();
  const checkWindow = config.source.source === 'athena' ? createWindowLimit(name, ttl) : () => undefined;
  /** The errors of invalid files, by window, so that an unchanged file is not read again. */
  const invalid = new Map<string, SourceRows>();
  let resuming: { readonly key: string; readonly error: WallfeedError; readonly at: Timestamp } | undefined;
  let isLogged = false;

  const keep = (key: string, dated: Omit<KeptRows, 'memoryBytes'>): KeptRows => {
    const kept = { ...dated, memoryBytes: bytesOfRows(dated.rows) };
    store.keep(key, kept);
    if (kept.memoryBytes > store.maxBytes && !isLogged) {
      isLogged = true;
      console.warn(JSON.stringify({ dataset: name, notKept: 'over the memory for rows', bytes: kept.memoryBytes }));
    }
    return kept;
  };

  const staleOf = (key: string): KeptRows | undefined => {
    const kept = store.find(key);
    return kept && stale > 0 && isWithin(kept.askedAt, ttl + stale) ? kept : undefined;
  };

  /** Reads the rows from their source and caches them. */
  const readSource = async (key: string, slot: Slot, limits: ReadLimits): Promise<KeptRows> => {
    const askedAt = slot.isFar ? now() : timestampOf(slot.start);
    const found = await read(slot, invalid.get(key) ?? store.find(key), limits);
    if ('fault' in found) {
      invalid.set(key, found);
      throw found.fault;
    }
    invalid.delete(key);
    failures.forget(key);
    return keep(key, { ...found, askedAt });
  };

  const recallResuming = (key: string): WallfeedError | undefined =>
    resuming?.key === key && isWithin(resuming.at, RESUMING_MS) ? resuming.error : undefined;

  const readNoting = async (key: string, slot: Slot, limits: ReadLimits, lease?: Lease): Promise<KeptRows> => {
    try {
      checkWindow(slot, Date.now());
      return await readSource(key, slot, limits);
    } catch (error) {
      if (isResuming(error)) resuming = { key, error: toCacheableError(error), at: now() };
      throw await pauseCalls(failures, error, { key, hasStale: limits.hasStale, lease });
    }
  };

  /** Returns the rows in the shared table, or reads them for all environments. */
  const readShared = async (key: string, slot: Slot, limits: ReadLimits, table: SharedRows): Promise<ServedRows> => {
    const { found, isRefreshing, failure, lease } = await table.consult(slot, limits.deadline);
    const last = found && keepNewest(key, found);
    if (last && isWithin(last.askedAt, ttl)) return last;
    if (failure) throw failure;
    if (last && isRefreshing) return { ...last, stale: { reason: REFRESHING } };
    const rows = await readNoting(key, slot, limits, lease);
    if (lease) await table.share(lease, rows);
    return rows;
  };

  const keepNewest = (key: string, found: Pick<KeptRows, 'rows' | 'askedAt'>): KeptRows => {
    const own = store.find(key);
    return own && own.askedAt.wall >= found.askedAt.wall ? own : keep(key, found);
  };

  const readOnce = (key: string, slot: Slot, limits: ReadLimits): Promise<ServedRows> => {
    const known = failures.recall(key, limits.hasStale) ?? recallResuming(key);
    if (known) throw known;
    return shareRead(`${key} ${slot.start}`, limits.deadline, () =>
      shared && !slot.isFar ? readShared(key, slot, limits, shared) : readNoting(key, slot, limits),
    );
  };

  /**
   * Returns the rows of a slot: cached rows, or new rows, or stale rows if there are no new ones. If a stale response
   * is not older than the stale rows, throws the error, because that response is ready to be served.
   * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_COLUMNS.
   */
  return async (slot: Slot, context: DatasetContext): Promise<ServedRows> => {
    const key = `${name} ${slot.name}`;
    const kept = store.find(key);
    if (kept && isWithin(kept.askedAt, ttl)) return kept;
    const { budget, objects, staleResponse } = context;
    const hasStale = staleOf(key) !== undefined || staleResponse !== undefined;
    try {
      return await readOnce(key, slot, { deadline: withRoom(context.deadline), budget, objects, hasStale });
    } catch (error) {
      const last = staleOf(key);
      if (!last || (staleResponse && staleResponse.wall >= last.askedAt.wall)) throw error;
      return { ...last, stale: { reason: reasonOf(error), error } };
    }
  };
};
