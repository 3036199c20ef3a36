import { Client, type ClientConfig, type CustomTypesConfig, type FieldDef } from 'pg';
import { type ExecuteOptions, execute } from './execute.ts';
import { type Refusal, refusalOf, TABLES, withNumbers } from './numbered-statement.ts';
import type { Outcome } from './open-database.ts';
import type { StatementRunner } from './open-postgres.ts';
import type { PreparedStatement } from './prepare.ts';
import { createSizeCheck } from './size-check.ts';
import type { NamedType, Result, Row } from './start-worker.ts';
import { ARRAYS, SCALARS, type SqlFailure } from './types.ts';

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

/** Reads a failure. The server may write the severity in the language of the developer. */
const failureOf = ({ message, code, hint, position }: SqlFailure): { readonly failure: SqlFailure } => ({
  failure: { severity: 'ERROR', message, code, ...(hint && { hint }), ...(position && { position }) },
});

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

/**
 * Begins a transaction that only reads, with the settings of Aurora: a database of the developer may write times, intervals
 * and bytes in another form.
 */
const begin = (client: Client, limit: number): Promise<unknown> => {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, MDY',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    statement_timeout: String(Math.ceil(limit)),
  };
  const orders = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
  return client.query(['begin read only', ...orders].join('; '));
};

const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** Errors after which a server ends the session. */
const ENDED = /^(?:57P|08)/;

const isRefusal = (error: unknown): error is SqlFailure => {
  const { code = '' } = error as Partial<SqlFailure>;
  return SQLSTATE.test(code) && !ENDED.test(code);
};

const TIMED_OUT = '57014';

/** Returns undefined if the session breaks. */
const runIn = async (client: Client, statement: PreparedStatement, limit: number): Promise<Outcome | undefined> => {
  try {
    await begin(client, limit);
    return await runQuery(client, statement);
  } catch (error) {
    if (!isRefusal(error)) return undefined;
    return error.code === TIMED_OUT ? 'timed out' : failureOf(error);
  }
};

/** Returns undefined if the server cannot be reached. */
const connect = async (config: ClientConfig): Promise<Client | undefined> => {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
};

const inSession = async <Value>(url: string, work: (client: Client) => Promise<Value>): Promise<Value | undefined> => {
  const client = await connect({ connectionString: url });
  if (!client) return undefined;
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export const runNamed = (url: string, statement: PreparedStatement, limit: number): Promise<Outcome | undefined> =>
  inSession(url, (client) => runIn(client, statement, limit));

/** The statement that prepares another one, with the types of `:from`, `:to`, `:currentTime` and `:timePeriod`. */
const PREPARE = 'prepare wallfeed_check (timestamp, timestamp, int8, float8) as ';

const namesIn = async (client: Client): Promise<readonly string[]> => {
  await client.query('rollback');
  return (await client.query<{ readonly name: string }>(TABLES)).rows.map(({ name }) => name);
};

const describeIn = async (
  client: Client,
  statement: string,
  limit: number,
): Promise<Refusal | 'accepted' | undefined> => {
  try {
    await begin(client, limit);
    await client.query(PREPARE + withNumbers(statement));
    return 'accepted';
  } catch (error) {
    if (!isRefusal(error)) return undefined;
    const { failure } = failureOf(error);
    const place = Number(failure.position) - PREPARE.length;
    return refusalOf({ ...failure, position: place > 0 ? String(place) : '' }, () => namesIn(client));
  }
};

export const describeNamed = (
  url: string,
  statement: string,
  limit: number,
): Promise<Refusal | 'accepted' | undefined> => inSession(url, (client) => describeIn(client, statement, limit));

/** Returns what runs statements in a server of the developer. Nothing is written there. */
export const openNamedPostgres = (url: string, variable: string): StatementRunner => {
  const unreachable = `the server of env:${variable} cannot be reached`;
  return {
    execute: (body: string, options: ExecuteOptions) =>
      execute(
        body,
        { run: async (statement, limit) => (await runNamed(url, statement, limit)) ?? { unreachable } },
        options,
      ),
    retire: async () => undefined,
    close: async () => undefined,
  };
};
