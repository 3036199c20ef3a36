import { workerData } from 'node:worker_threads';
import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import { offsetOfCharacter, statementOffset } from '../../../dashboard/folder/text-position.ts';
import type { Seed } from '../../../dashboard/sql/read-seeds.ts';
import { serveThread } from '../../../program/thread.ts';
import { createDatabase, type DatabaseImage, dumpImage, type Postgres, startDatabase } from './database-image.ts';
import { describeStatement } from './describe-statement.ts';
import type { PreparedStatement } from './prepare.ts';
import { createSizeCheck } from './size-check.ts';
import type { NamedType, Operations, Result, Row, SeedFailure } from './start-worker.ts';
import { ARRAYS, type ResultColumn, SCALARS, type SqlFailure } from './types.ts';

const { parse, bind, describe, execute, sync } = protocol.serialize;

const send = async (database: PGlite, requests: readonly Uint8Array[]) =>
  (await database.execProtocol(Buffer.concat([...requests, sync()]), { throwOnError: false })).messages;

/**
 * Writes the message that fetches the next rows. Fetching in pieces limits the memory: the worker stops once a result
 * exceeds the service's limit.
 */
const fetchRows = (portal: string) => execute({ portal, rows: 500 });

const isError = (message: { name: string }): message is messages.DatabaseError => message.name === 'error';

const failureOf = ({ severity = 'ERROR', message, code = '', hint, position }: messages.DatabaseError): SqlFailure => ({
  severity,
  message,
  code,
  ...(hint && { hint }),
  ...(position && { position }),
});

type Description = messages.RowDescriptionMessage['fields'][number];

const TABLE_COLUMNS = `
  select c.oid, a.attnum, c.relname, a.attnotnull,
    a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.oid = any($1::oid[])`;

interface TableColumn {
  readonly oid: number;
  readonly attnum: number;
  readonly relname: string;
  readonly attnotnull: boolean;
  readonly generated: boolean;
}

const describeColumns = async (database: PGlite, fields: readonly Description[]): Promise<ResultColumn[]> => {
  const tables = fields.flatMap(({ tableID }) => tableID || []);
  const { rows } = tables.length ? await database.query<TableColumn>(TABLE_COLUMNS, [tables]) : { rows: [] };
  return fields.map(({ name, dataTypeID, dataTypeModifier, tableID, columnID }) => {
    const behind = rows.find(({ oid, attnum }) => oid === tableID && attnum === columnID);
    return {
      name,
      oid: dataTypeID,
      modifier: dataTypeModifier,
      ...(behind && { table: behind.relname, notNull: behind.attnotnull, generated: behind.generated }),
    };
  });
};

const NAMED_TYPES = `select oid, format_type(oid, null) as name, typtype = 'e' as "isEnum" from pg_type where oid = any($1::oid[])`;

const nameTypes = async (database: PGlite, fields: readonly Description[]): Promise<readonly NamedType[]> => {
  const unknown = fields.map(({ dataTypeID }) => dataTypeID).filter((oid) => !SCALARS[oid] && !ARRAYS.has(oid));
  return unknown.length ? (await database.query<NamedType>(NAMED_TYPES, [unknown])).rows : [];
};

const changedRows = (replies: readonly { name: string }[]): number => {
  const complete = replies.find((message) => message instanceof messages.CommandCompleteMessage);
  return Number(/^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)/.exec(complete?.text ?? '')?.[1] ?? 0);
};

type Replies = Awaited<ReturnType<typeof send>>;

const rowsOf = (replies: Replies): Row[] =>
  replies.filter((message) => message instanceof messages.DataRowMessage).map((row) => row.fields);

interface Fetched {
  readonly replies: Replies;
  readonly rows: readonly Row[];
  readonly tooLarge: string | undefined;
}

const fetchAll = async (database: PGlite, { text, values, types }: PreparedStatement): Promise<Fetched> => {
  const portal = 'result';
  const start = [
    parse({ text, types: [...types] }),
    bind({ portal, values: [...values] }),
    describe({ type: 'P', name: portal }),
  ];
  const checkSize = createSizeCheck();
  const replies: Replies = [];
  const rows: Row[] = [];
  let piece = await send(database, [...start, fetchRows(portal)]);
  for (;;) {
    const found = rowsOf(piece);
    rows.push(...found);
    replies.push(...piece.filter((message) => !(message instanceof messages.DataRowMessage)));
    const tooLarge = checkSize(found);
    const isMore = piece.some(({ name }) => name === 'portalSuspended');
    if (tooLarge || !isMore) return { replies, rows, tooLarge };
    piece = await send(database, [fetchRows(portal)]);
  }
};

const runInTransaction = async (database: PGlite, statement: PreparedStatement) => {
  const { replies, rows, tooLarge } = await fetchAll(database, statement);
  const error = replies.find(isError);
  if (error) return { failure: failureOf(error) };
  const fields = replies.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
  return {
    columns: await describeColumns(database, fields),
    namedTypes: await nameTypes(database, fields),
    rows,
    tooLarge,
    changed: changedRows(replies),
  };
};

/** Resets the session afterwards. */
const runStatement = async (
  database: PGlite,
  statement: PreparedStatement,
): Promise<Result | { readonly failure: SqlFailure }> => {
  await database.exec(`BEGIN READ ONLY; SET LOCAL timezone = 'UTC'`);
  try {
    return await runInTransaction(database, statement);
  } finally {
    await database.exec('ROLLBACK');
    await database.exec('DISCARD ALL');
  }
};

/**
 * Returns the offset at which the statement with this index begins. Expects a text without syntax errors, because
 * PostgreSQL itself gives the position of a syntax error.
 */
const offsetOfStatement = async (text: string, index: number): Promise<number> => {
  const { parse } = await import('libpg-query');
  const { stmts = [] } = await parse(text);
  return statementOffset(text, stmts[index]?.stmt_location ?? 0);
};

const applySeed = async (database: PGlite, { text }: Seed): Promise<Omit<SeedFailure, 'index'> | undefined> => {
  const outcome = await database.execProtocol(protocol.serialize.query(text), { throwOnError: false });
  const error = outcome.messages.find(isError);
  if (error) {
    const done = outcome.messages.filter(({ name }) => name === 'commandComplete').length;
    const offset = error.position
      ? offsetOfCharacter(text, Number(error.position) - 1)
      : await offsetOfStatement(text, done);
    return { offset, message: error.message };
  }
  const ready = outcome.messages.find((message) => message instanceof messages.ReadyForQueryMessage);
  return ready?.status === 'I'
    ? undefined
    : { offset: text.length, message: 'the file begins a transaction, but does not end it' };
};

/** Applies seeds one after another. Session settings of a file do not affect the next file. */
const applySeeds = async (database: PGlite, seeds: readonly Seed[]): Promise<SeedFailure | undefined> => {
  for (const [index, seed] of seeds.entries()) {
    const failure = await applySeed(database, seed);
    if (failure) return { index, ...failure };
    await database.exec('DISCARD ALL');
  }
  return undefined;
};

/**
 * Image of the database, and the compiled program. PGlite runs in this thread of its own, because only a thread can be
 * stopped during a statement.
 */
const { image, postgres } = workerData as { image?: DatabaseImage; postgres: Postgres };
const database = await (image ? startDatabase(image, postgres) : createDatabase(postgres));

const operations: Operations = {
  seed: (seeds) => applySeeds(database, seeds),
  dump: async () => dumpImage(database),
  describe: (statement) => describeStatement(database, statement),
  query: (statement) => runStatement(database, statement),
};

serveThread(operations);
