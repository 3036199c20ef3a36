import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import type { ResultColumn } from './column-metadata.ts';
import type { SqlFailure } from './errors.ts';
import type { NamedType, Result } from './messages.ts';
import type { PreparedStatement } from './prepare.ts';
import { createSizeCheck, type Row } from './result-size.ts';
import { ARRAYS, SCALARS } from './types.ts';

const { parse, bind, describe, execute, sync } = protocol.serialize;

const send = async (database: PGlite, orders: readonly Uint8Array[]) =>
  (await database.execProtocol(Buffer.concat([...orders, sync()]), { throwOnError: false })).messages;

/** Fetches the result in pieces, so that no more than the service's limit is in memory. */
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

const changedRows = (answers: readonly { name: string }[]): number => {
  const complete = answers.find((message) => message instanceof messages.CommandCompleteMessage);
  return Number(/^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)/.exec(complete?.text ?? '')?.[1] ?? 0);
};

type Answers = Awaited<ReturnType<typeof send>>;

const rowsOf = (answers: Answers): Row[] =>
  answers.filter((message) => message instanceof messages.DataRowMessage).map((row) => row.fields);

interface Fetched {
  readonly answers: Answers;
  readonly rows: readonly Row[];
  readonly tooLarge: string | undefined;
}

/** Collects all protocol messages of a statement except its rows. */
const fetchAll = async (database: PGlite, { text, values, types }: PreparedStatement): Promise<Fetched> => {
  const portal = 'result';
  const start = [
    parse({ text, types: [...types] }),
    bind({ portal, values: [...values] }),
    describe({ type: 'P', name: portal }),
  ];
  const checkSize = createSizeCheck();
  const answers: Answers = [];
  const rows: Row[] = [];
  let piece = await send(database, [...start, fetchRows(portal)]);
  for (;;) {
    const found = rowsOf(piece);
    rows.push(...found);
    answers.push(...piece.filter((message) => !(message instanceof messages.DataRowMessage)));
    const tooLarge = checkSize(found);
    const isMore = piece.some(({ name }) => name === 'portalSuspended');
    if (tooLarge || !isMore) return { answers, rows, tooLarge };
    piece = await send(database, [fetchRows(portal)]);
  }
};

const runInTransaction = async (database: PGlite, statement: PreparedStatement) => {
  const { answers, rows, tooLarge } = await fetchAll(database, statement);
  const error = answers.find(isError);
  if (error) return { failure: failureOf(error) };
  const fields = answers.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
  return {
    columns: await describeColumns(database, fields),
    namedTypes: await nameTypes(database, fields),
    rows,
    tooLarge,
    changed: changedRows(answers),
  };
};

/** Runs one read-only statement in a UTC session and resets the session afterwards. */
export const runStatement = async (
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
