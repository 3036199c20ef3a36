import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import type { ResultColumn } from './column-metadata.ts';
import type { SqlFailure } from './errors.ts';
import type { NamedType, Result } from './messages.ts';
import type { PreparedStatement } from './prepare.ts';
import { ARRAYS, SCALARS } from './types.ts';

/** More rows than these are over the size limit, whatever is in them. */
const MAX_ROWS = 200_000;

const send = async (database: PGlite, { text, values, types }: PreparedStatement) => {
  const { parse, bind, describe, execute, sync } = protocol.serialize;
  const message = Buffer.concat([
    parse({ text, types: [...types] }),
    bind({ values: [...values] }),
    describe({ type: 'P' }),
    execute({ rows: MAX_ROWS }),
    sync(),
  ]);
  return (await database.execProtocol(message, { throwOnError: false })).messages;
};

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

const runInTransaction = async (database: PGlite, statement: PreparedStatement) => {
  const answers = await send(database, statement);
  const error = answers.find(isError);
  if (error) return { failure: failureOf(error) };
  const fields = answers.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
  return {
    columns: await describeColumns(database, fields),
    namedTypes: await nameTypes(database, fields),
    rows: answers.filter((message) => message instanceof messages.DataRowMessage).map((row) => row.fields),
    changed: changedRows(answers),
  };
};

/** Runs one statement that may only read, in a session whose zone is UTC, and leaves nothing of it behind. */
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
