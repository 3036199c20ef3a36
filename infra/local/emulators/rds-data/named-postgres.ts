import { Client, type ClientConfig, type CustomTypesConfig, type FieldDef } from 'pg';
import { type ExecuteOptions, execute } from './execute.ts';
import type { Database, Outcome } from './open-database.ts';
import type { StatementRunner } from './open-postgres.ts';
import type { PreparedStatement } from './prepare.ts';
import { createSizeCheck } from './size-check.ts';
import type { NamedType, Result, Row } from './start-worker.ts';
import { ARRAYS, SCALARS, type SqlFailure, unavailable } from './types.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Returns the types of parameters, and readers that keep each value as the server wrote it. pg takes both as one object. */
const typesOf = ({ types }: Pick<PreparedStatement, 'types'>): CustomTypesConfig =>
  Object.assign([...types], { getTypeParser: () => (text: string) => text }) as unknown as CustomTypesConfig;

const NAMED_TYPES = `select oid, format_type(oid, null) as name, typtype = 'e' as "isEnum" from pg_type where oid = any($1::oid[])`;

const nameTypes = async (client: Client, fields: readonly FieldDef[]): Promise<readonly NamedType[]> => {
  const unknown = fields.map(({ dataTypeID }) => dataTypeID).filter((oid) => !SCALARS[oid] && !ARRAYS.has(oid));
  if (unknown.length === 0) return [];
  const { rows } = await client.query<NamedType>(NAMED_TYPES, [unknown]);
  return rows.map((type) => ({ ...type, oid: Number(type.oid) }));
};

const failureOf = (error: unknown): { readonly failure: SqlFailure } => {
  const { severity = 'ERROR', message, code = '', hint, position } = error as SqlFailure;
  return { failure: { severity, message, code, ...(hint && { hint }), ...(position && { position }) } };
};

const runQuery = async (client: Client, statement: PreparedStatement): Promise<Result> => {
  const { text, values } = statement;
  const query = { text, values: [...values], rowMode: 'array' as const, types: typesOf(statement) };
  const { fields, rows, rowCount } = await client.query<(string | null)[]>(query);
  return {
    columns: fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
      name,
      oid: dataTypeID,
      modifier: dataTypeModifier,
    })),
    namedTypes: await nameTypes(client, fields),
    rows: rows as readonly Row[],
    tooLarge: createSizeCheck()(rows),
    changed: fields.length === 0 ? (rowCount ?? 0) : 0,
  };
};

/** Runs a statement in a transaction that only reads, in a session of its own. */
const runIn = async (client: Client, statement: PreparedStatement, limit: number): Promise<Outcome> => {
  try {
    await client.query(
      `begin read only; set local timezone = 'UTC'; set local statement_timeout = ${Math.ceil(limit)}`,
    );
    return await runQuery(client, statement);
  } catch (error) {
    return (error as SqlFailure).code === '57014' ? 'timed out' : failureOf(error);
  }
};

/** Connects to a server; undefined if it cannot be reached. */
const connect = async (config: ClientConfig): Promise<Client | undefined> => {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
};

/** Runs work with the statements of a PostgreSQL server; undefined if the server cannot be reached. */
export const withPostgres = async <Value>(
  url: string,
  work: (run: Database['run']) => Promise<Value>,
): Promise<Value | undefined> => {
  const client = await connect({ connectionString: url });
  if (!client) return undefined;
  try {
    return await work((statement, limit) => runIn(client, statement, limit));
  } finally {
    await client.end();
  }
};

/** Returns what runs statements in a server of the developer. Nothing is written there. */
export const openNamedPostgres = (url: string, variable: string): StatementRunner => ({
  execute: async (body: string, options: ExecuteOptions) =>
    (await withPostgres(url, (run) =>
      execute(body, { run, retire: async () => undefined, close: async () => undefined }, options),
    )) ?? unavailable(`the server of env:${variable} cannot be reached`),
  retire: async () => undefined,
  close: async () => undefined,
});
