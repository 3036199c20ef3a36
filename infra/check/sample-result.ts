import type { SqlField } from '../../shared/config/dashboard-config.ts';
import type { Engine } from '../../shared/sources/engine.ts';
import { postgresql } from '../../shared/sources/postgresql.ts';
import { readResult as toTable } from '../../shared/sources/rds-data-result.ts';
import { utcText } from '../../shared/tabular/civil-time.ts';
import type { Table } from '../../shared/tabular/table.ts';
import { spanInZone } from '../../shared/tabular/time-zone.ts';
import type { TextProblem } from '../dashboard/folder/diagnostic.ts';
import { offsetOfCharacter } from '../dashboard/folder/text-position.ts';
import { readResult } from '../local/emulators/rds-data/execute.ts';
import { prepare } from '../local/emulators/rds-data/prepare.ts';
import type { Operations } from '../local/emulators/rds-data/start-worker.ts';
import type { SqlFailure } from '../local/emulators/rds-data/types.ts';
import type { EmulatorReply } from '../local/emulators/server/json-emulator.ts';

export const MAX_ROWS = 20;

/** Time after which a statement is judged by its columns alone. */
export const MAX_RUN_MS = 2_000;

const HOUR_MINUTES = 60;

export interface Result {
  readonly table: Table;
  readonly types: readonly string[];
  /** The engine of the database, where it is not PostgreSQL. */
  readonly engine?: 'mysql';
}

/** Returns the parameters of a request for the last hour. */
export const parametersAt = (now: number, timezone = 'UTC') => {
  const textOf = (ms: number): string => utcText(ms + spanInZone(ms, timezone).offset);
  return [
    { name: 'from', typeHint: 'TIMESTAMP', value: { stringValue: textOf(now - HOUR_MINUTES * 60_000) } },
    { name: 'to', typeHint: 'TIMESTAMP', value: { stringValue: textOf(now) } },
    { name: 'currentTime', value: { longValue: now } },
    { name: 'timePeriod', value: { doubleValue: HOUR_MINUTES } },
  ];
};

export interface SampledStatement {
  readonly statement: string;
  readonly own: readonly { readonly name: string; readonly value: SqlField }[];
}

export const isWhole = ({ table }: Result): boolean => table.rows.length < MAX_ROWS;

const WRAPPED = 'select * from (';

const ofFailure = (statement: string, { message, hint, position }: SqlFailure, isNamed: boolean): TextProblem => {
  const character = Number(position ?? 0) - WRAPPED.length - 1;
  return {
    offset: character < 0 ? 0 : offsetOfCharacter(statement, character),
    message: isNamed
      ? `the statement fails with the rows of the database: ${message}`
      : `the statement fails with the rows of the seeds: ${message}`,
    hint: hint ?? 'correct the statement, or the rows',
  };
};

const FINITE = 'leave infinite times out: case when isfinite(at) then at end';

/** Describes a result that the Data API cannot send. */
export const refused = ({ body }: EmulatorReply, { castHint }: Engine): TextProblem => {
  const { message = '' } = body as { readonly message?: string };
  return {
    offset: 0,
    message: `the Data API cannot send this result: ${message.replace(/^The result/, 'it').replace(/\.$/, '')}`,
    hint: /infinite/.test(message) ? FINITE : `select other columns, or ${castHint}`,
  };
};

export type Sample = { readonly result: Result } | { readonly problem: TextProblem };

const readRows = async (
  { query, isNamed = false }: RestartableDatabase,
  { statement, own }: SampledStatement,
  rows: number,
  timezone: string | undefined,
): Promise<Sample> => {
  const sql = `${WRAPPED}${statement.replace(/[;\s]+$/, '')}\n) as result limit ${rows}`;
  const prepared = prepare(sql, [...parametersAt(Date.now(), timezone), ...own]);
  if ('refusal' in prepared) return { problem: refused(prepared.refusal, postgresql) };
  const result = await query(prepared);
  if ('failure' in result) return { problem: ofFailure(statement, result.failure, isNamed) };
  const read = readResult(result, { longReturnType: 'STRING' });
  if ('refusal' in read) return { problem: refused(read.refusal, postgresql) };
  const { records, metadata } = read;
  const reply = { columnMetadata: metadata, records } as unknown as Parameters<typeof toTable>[0];
  return {
    result: { table: toTable(reply, postgresql, timezone), types: metadata.map(({ typeName = '' }) => typeName) },
  };
};

export const inTime = async <Value>(value: Promise<Value>, maxMs: number): Promise<Value | 'late'> => {
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, maxMs, 'late');
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
};

export type Query = Operations['query'];

export interface RestartableDatabase {
  readonly query: Query;
  readonly restart: () => Promise<void>;
  /** True if the rows are those of the developer, and not of the seeds. */
  readonly isNamed?: boolean;
}

/** Reads the first rows of the result of a statement. If this takes too long, restarts the database and returns undefined. */
const readInTime = async (
  database: RestartableDatabase,
  statement: SampledStatement,
  rows: number,
  timezone: string | undefined,
): Promise<Sample | undefined> => {
  const reading = readRows(database, statement, rows, timezone);
  const sample = await inTime(reading, MAX_RUN_MS);
  if (sample !== 'late') return sample;
  // Handles the rejection of the call, which rejects when the worker ends.
  reading.catch(() => undefined);
  await database.restart();
  return undefined;
};

/**
 * Runs a statement that takes longer than 2 s again for its columns alone. Returns undefined if that takes longer, too.
 */
export const sampleResult = async (
  database: RestartableDatabase,
  statement: SampledStatement,
  timezone?: string,
): Promise<Sample | undefined> =>
  (await readInTime(database, statement, MAX_ROWS, timezone)) ?? readInTime(database, statement, 0, timezone);
