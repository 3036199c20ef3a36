import { createHash } from 'node:crypto';
import type { Deadline } from '../aws/deadline.ts';
import type { CacheTable } from '../cache/cache-table.ts';
import type { Lease } from '../cache/lease.ts';
import { createBody } from '../cache/response-body.ts';
import { createSharedCache } from '../cache/shared-cache.ts';
import { itemBody } from '../cache/shared-item.ts';
import type { Timestamp } from '../cache/timestamp.ts';
import { type SharedKey, sharedSlot } from '../cache/variants.ts';
import type { DatasetConfig } from '../config/sources.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import type { Slot } from './slot.ts';

/** Functions with another version ignore the rows in the table. */
const FORM_VERSION = 1;

export interface DatedRows {
  readonly rows: ColumnRows;
  readonly askedAt: Timestamp;
  readonly modifiedAt?: number | undefined;
}

export interface SharedRowsLookup {
  /** The slot of the rows may have ended. */
  readonly found?: DatedRows;
  /** True if another environment reads the rows of the slot. */
  readonly isRefreshing: boolean;
  readonly failure?: WallfeedError;
  readonly lease?: Lease;
}

export interface SharedRows {
  /** Takes the lease if there are no rows. Never throws. */
  consult(slot: Slot, deadline: Deadline): Promise<SharedRowsLookup>;
  /** If the rows are too large for an item, writes an item without rows, so that each environment reads them itself. */
  share(lease: Lease, dated: DatedRows): Promise<void>;
}

const isRows = (value: unknown): value is ColumnRows => {
  const { header, origins, columns, length } = Object(value);
  const areLists = [header, origins, columns].every(Array.isArray);
  return (
    areLists &&
    Number.isSafeInteger(length) &&
    columns.every((cells: unknown) => Array.isArray(cells) && cells.length === length)
  );
};

const parseRows = (text: string): ColumnRows | undefined => {
  const value: unknown = JSON.parse(text);
  return isRows(value) ? value : undefined;
};

const VERSION_CHARS = 16;

/**
 * Covers everything that determines the rows of a slot, so that a changed dataset does not get the rows of the old one.
 */
const versionOf = (config: DatasetConfig, timezone: string): string =>
  createHash('sha256')
    .update(JSON.stringify([FORM_VERSION, timezone, config]))
    .digest('hex')
    .slice(0, VERSION_CHARS);

export const createSharedRows = (
  dataset: string,
  config: DatasetConfig,
  timezone: string,
  open: () => Promise<CacheTable>,
): SharedRows => {
  const cache = createSharedCache(open);
  const { ttl, stale = 0, isOutside: isPatient } = config;
  const version = versionOf(config, timezone);
  let isLogged = false;
  const keyOf = ({ name }: Slot): SharedKey => ({ name: `${sharedSlot(name)}#${version}`, period: name });
  return {
    consult: async (slot, { endsAt, tableTime }) => {
      const deadline = endsAt - performance.now();
      const terms = {
        ttl,
        stale,
        deadline,
        endsAt,
        closesAt: Number.POSITIVE_INFINITY,
        isPatient,
        ...(tableTime && { tableTime }),
      };
      const { response, isRefreshing = false, failure, lease } = await cache.consult(keyOf(slot), terms);
      const rows = response && parseRows(response.body.text());
      return {
        isRefreshing,
        ...(rows && response && { found: { rows, askedAt: response.askedAt, modifiedAt: response.body.modifiedAt } }),
        ...(failure && { failure }),
        ...(lease && { lease }),
      };
    },
    share: async (lease, { rows, askedAt, modifiedAt }) => {
      const body = createBody(JSON.stringify(rows), rows.length, { modifiedAt });
      if (!itemBody(body) && !isLogged) {
        isLogged = true;
        console.warn(
          JSON.stringify({ dataset, notShared: 'the rows are over the limit of an item', bytes: body.bytes }),
        );
      }
      await lease.share({ body, askedAt });
    },
  };
};
