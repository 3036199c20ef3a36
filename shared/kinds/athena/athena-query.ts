import { createHash } from 'node:crypto';
import type { DatasetSource, SqlParameter } from '../../config/sources.ts';
import type { RequestWindow } from '../../sources/rds-data.ts';
import { utcText } from '../../tabular/civil-time.ts';

export interface AthenaSource extends DatasetSource {
  readonly source: 'athena';
  /** One SELECT in Trino's SQL, with `?` for each parameter, because parameters of Athena have no names. */
  readonly statement: string;
  /** One name for each question mark, in order. A name may occur several times. */
  readonly parameters: readonly SqlParameter[];
  /** Defaults to the stack's own workgroup. */
  readonly workgroup?: string;
  /** Database of the Glue catalogue. */
  readonly database: string;
  /** Defaults to `AwsDataCatalog`. */
  readonly catalog?: string;
}

export interface AthenaQuery {
  readonly statement: string;
  /** Trino literals for the question marks. */
  readonly parameters: readonly string[];
  readonly workgroup: string;
  readonly database: string;
  readonly catalog: string;
  /**
   * In milliseconds since 1970. It is part of the token, so a statement without parameters also runs once for each
   * slot.
   */
  readonly slot: number;
}

const MINUTE_MS = 60_000;

const ownWorkgroup = (): string => process.env.WALLFEED_WORKGROUP ?? 'primary';

const timestamp = (ms: number): string => `timestamp '${utcText(Math.round(ms))}'`;

/** Writes a Trino double, even if the number has no fraction. */
const double = (value: number): string => (Number.isInteger(value) ? `${value}e0` : String(value));

/** Trino literals. `:from` and `:to` are timestamps in UTC. */
const LITERALS: Readonly<Record<SqlParameter, (window: RequestWindow) => string>> = {
  from: ({ currentTime, timePeriod }) => timestamp(currentTime - timePeriod * MINUTE_MS),
  to: ({ currentTime }) => timestamp(currentTime),
  currentTime: ({ currentTime }) => String(currentTime),
  timePeriod: ({ timePeriod }) => double(timePeriod),
};

export const literalOf = (name: SqlParameter, window: RequestWindow): string => LITERALS[name](window);

/** Creates the query of a source for one window. The window ends at the start of its slot. */
export const createQuery = (
  { statement, parameters, workgroup, database, catalog = 'AwsDataCatalog' }: AthenaSource,
  window: RequestWindow,
): AthenaQuery => ({
  statement,
  parameters: parameters.map((name) => LITERALS[name](window)),
  workgroup: workgroup ?? ownWorkgroup(),
  database,
  catalog,
  slot: window.currentTime,
});

/**
 * Returns the token of a query. Athena runs only one query for each token, so all environments of all functions share
 * one execution. After a failed attempt, the next attempt has another token.
 */
export const tokenOf = (query: AthenaQuery, attempt: number): string =>
  createHash('sha256').update(JSON.stringify({ query, attempt })).digest('hex');

export const isAthena = <Source extends { readonly source: string }>(source: Source): source is Source & AthenaSource =>
  source.source === 'athena';
