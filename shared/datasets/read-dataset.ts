import { type ChangeTimes, createDeadline, type Deadline } from '../aws/deadline.ts';
import type { KeptRows, RowStore } from '../cache/create-memory.ts';
import type { Lease } from '../cache/lease.ts';
import { createFailureMemory, type FailureMemory, pauseCalls } from '../cache/source-failure.ts';
import { isWithin, now, type Timestamp, timestampOf } from '../cache/timestamp.ts';
import type { DatasetConfig } from '../config/sources.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { ReadLimits, ReadRows, SourceRows } from '../kinds/source-kind.ts';
import { bytesOfRows, type ColumnRows } from '../tabular/column-rows.ts';
import type { DatasetContext, StaleRows } from './dataset-table.ts';
import {
  createResumingMemory,
  createSharedReads,
  createWindowLimit,
  type ResumingMemory,
  type ShareRead,
} from './limit-reads.ts';
import type { DatedRows, SharedRows } from './shared-rows.ts';
import type { Slot } from './slot.ts';

export interface BoundDataset {
  readonly name: string;
  readonly config: DatasetConfig;
  readonly read: ReadRows;
  /** Absent if each environment reads its own rows. */
  readonly shared: SharedRows | undefined;
  readonly store: RowStore;
}

export interface ServedRows {
  readonly rows: ColumnRows;
  /** The start of the rows' slot. */
  readonly askedAt: Timestamp;
  /** Earliest change of the files, in milliseconds since 1970. */
  readonly modifiedAt?: number | undefined;
  readonly stale?: StaleRows;
}

/** Time to send the response after the read of its rows. */
const ROOM_MS = 500;
const MAX_ROOM_SHARE = 1 / 4;

/** Another environment reads newer rows. */
const REFRESHING = 'refreshing elsewhere';

const withRoom = ({ endsAt, ...deadline }: Deadline): Deadline => {
  const left = endsAt - performance.now();
  return { ...deadline, ...createDeadline(endsAt - Math.min(ROOM_MS, left * MAX_ROOM_SHARE)) };
};

const reasonOf = (error: unknown): string => (error instanceof WallfeedError ? error.code : 'INTERNAL');

interface DatasetState extends BoundDataset {
  readonly failures: FailureMemory;
  readonly resuming: ResumingMemory;
  /** Errors of invalid files by key, so that an unchanged file is not read again. */
  readonly invalid: Map<string, SourceRows>;
  readonly shareRead: ShareRead<ServedRows>;
  /** @throws WallfeedError SOURCE_THROTTLED if requests ask for too many windows. */
  readonly checkWindow: (slot: Slot, now: number) => void;
  /** True once the log says that rows are too large to be cached. */
  isLogged: boolean;
}

interface RowsWanted {
  readonly key: string;
  readonly slot: Slot;
  readonly limits: ReadLimits;
}

const keepRows = (dataset: DatasetState, key: string, dated: Omit<KeptRows, 'memoryBytes'>): KeptRows => {
  const { name, store } = dataset;
  const kept = { ...dated, memoryBytes: bytesOfRows(dated.rows) };
  store.keep(key, kept);
  if (kept.memoryBytes > store.maxBytes && !dataset.isLogged) {
    dataset.isLogged = true;
    console.warn(
      JSON.stringify({ dataset: name, notKept: 'larger than the memory for rows', bytes: kept.memoryBytes }),
    );
  }
  return kept;
};

/** Returns the newest rows, which may be the cached ones. */
const keepNewest = (dataset: DatasetState, key: string, found: DatedRows): KeptRows => {
  const own = dataset.store.find(key);
  return own && own.askedAt.wall >= found.askedAt.wall ? own : keepRows(dataset, key, found);
};

const findStale = ({ store, config }: DatasetState, key: string): KeptRows | undefined => {
  const { ttl, stale = 0 } = config;
  const kept = store.find(key);
  if (!kept) return undefined;
  const usableMs = Math.max(ttl, (kept.lateUntil ?? 0) - kept.askedAt.wall);
  return usableMs + stale > ttl && isWithin(kept.askedAt, usableMs + stale) ? kept : undefined;
};

/** Rows of an earlier slot that the source returns are cached, too. */
const readSource = async (
  dataset: DatasetState,
  { key, slot, limits }: RowsWanted,
  onEarlier: (rows: KeptRows) => void,
): Promise<KeptRows> => {
  const { read, store, invalid, failures } = dataset;
  const cached = store.find(key);
  const changes: ChangeTimes = {};
  const found = await read(slot, invalid.get(key) ?? cached, {
    ...limits,
    deadline: { ...limits.deadline, changes },
    cachedStart: cached?.askedAt.wall,
    keepEarlier: ({ start, ...earlier }) =>
      onEarlier(keepRows(dataset, key, { ...earlier, askedAt: timestampOf(start) })),
  });
  if ('fault' in found) {
    invalid.set(key, found);
    throw found.fault;
  }
  invalid.delete(key);
  failures.forget(key);
  const { start = slot.start, ...rows } = found;
  const { oldest } = changes;
  return keepRows(dataset, key, {
    ...rows,
    ...(oldest !== undefined && { modifiedAt: oldest }),
    askedAt: slot.isFar ? now() : timestampOf(start),
  });
};

const readNoting = async (dataset: DatasetState, wanted: RowsWanted, lease?: Lease): Promise<KeptRows> => {
  const { key, slot, limits } = wanted;
  let earlier: KeptRows | undefined;
  try {
    dataset.checkWindow(slot, Date.now());
    return await readSource(dataset, wanted, (rows) => {
      earlier = rows;
    });
  } catch (error) {
    if (lease && earlier) await dataset.shared?.share(lease, earlier);
    dataset.resuming.note(key, error);
    throw await pauseCalls(dataset.failures, error, { key, hasStale: limits.hasStale, lease });
  }
};

/** Reads them for all environments if the table has none. */
const readShared = async (dataset: DatasetState, wanted: RowsWanted, table: SharedRows): Promise<ServedRows> => {
  const { key, slot, limits } = wanted;
  const { found, isRefreshing, failure, lease } = await table.consult(slot, limits.deadline);
  const last = found && keepNewest(dataset, key, found);
  if (last && isWithin(last.askedAt, dataset.config.ttl)) return last;
  if (failure) throw failure;
  if (last && isRefreshing) return { ...last, stale: { reason: REFRESHING } };
  const rows = await readNoting(dataset, wanted, lease);
  if (lease) await table.share(lease, rows);
  return rows;
};

/** Throws a remembered error while calls to the source pause. */
const readOnce = (dataset: DatasetState, wanted: RowsWanted): Promise<ServedRows> => {
  const { failures, resuming, shared, shareRead } = dataset;
  const { key, slot, limits } = wanted;
  const known = failures.recall(key, limits.hasStale) ?? resuming.recall(key);
  if (known) throw known;
  return shareRead(`${key} ${slot.start}`, limits.deadline, () =>
    shared && !slot.isFar ? readShared(dataset, wanted, shared) : readNoting(dataset, wanted),
  );
};

/** Returns cached rows that are recent enough, or else new rows, or else stale rows. */
const serveRows = async (dataset: DatasetState, slot: Slot, context: DatasetContext): Promise<ServedRows> => {
  const key = `${dataset.name} ${slot.name}`;
  const kept = dataset.store.find(key);
  if (kept && isWithin(kept.askedAt, dataset.config.ttl)) return kept;
  const { budget, objects, staleResponse } = context;
  const hasStale = findStale(dataset, key) !== undefined || staleResponse !== undefined;
  const limits = { deadline: withRoom(context.deadline), budget, objects, hasStale };
  try {
    return await readOnce(dataset, { key, slot, limits });
  } catch (error) {
    const last = findStale(dataset, key);
    if (!last || (staleResponse && staleResponse.wall >= last.askedAt.wall)) throw error;
    return { ...last, stale: { reason: reasonOf(error), error } };
  }
};

/**
 * Reads rows once for all endpoints and all requests of a slot. If a stale response is not older than the stale rows,
 * throws the error, because that response is ready to be served.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_COLUMNS from the function.
 */
export const createDatasetReader = (dataset: BoundDataset) => {
  const { name, config } = dataset;
  const state: DatasetState = {
    ...dataset,
    failures: createFailureMemory(),
    resuming: createResumingMemory(),
    invalid: new Map(),
    shareRead: createSharedReads(),
    checkWindow: config.isBilled || config.isOutside ? createWindowLimit(name, config.ttl) : () => undefined,
    isLogged: false,
  };
  return (slot: Slot, context: DatasetContext): Promise<ServedRows> => serveRows(state, slot, context);
};
