import type { ErrorMappings } from '../aws/error-mapping.ts';
import type { Cell } from '../tabular/table.ts';
import type { ColumnType, Engine } from './engine.ts';

const PADDING = / +$/;

const withoutPadding = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(PADDING, '') : cell);

const INTEGER: ColumnType = { origin: 'number', isInteger: true };
const NUMBER: ColumnType = { origin: 'number' };
const TEXT: ColumnType = { origin: 'text' };

const named = (names: string, type: ColumnType) => names.split(' ').map((name) => [name, type] as const);

/** Types by PostgreSQL's names. A column without a name of its type is read as text. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ...named('int2 int4 int8 smallserial serial bigserial', INTEGER),
  ...named('float4 float8 numeric decimal', NUMBER),
  ['timestamp', { origin: 'timestamp', isLocal: true }],
  ['timestamptz', { origin: 'timestamp' }],
  ['bpchar', { origin: 'text', read: withoutPadding }],
  ...named('text varchar name char citext json jsonb uuid xml inet cidr macaddr bytea bool date time timetz', TEXT),
  ...named('interval money oid bit varbit void regclass regtype point hstore tsvector', TEXT),
  ['', TEXT],
]);

/** Enumerations have their users' own names, and arrays are lists of texts. */
const UNNAMED_TYPES: ReadonlySet<unknown> = new Set([12, 2003]);

/** Errors by PostgreSQL's SQLState. */
const STATES: ErrorMappings = [
  [/^(?:57014|55P03)/, { code: 'SOURCE_TIMEOUT', found: 'the database stopped the query' }],
  [/^57P0[123]/, { code: 'SOURCE_RESUMING', found: 'the database is starting or stopping' }],
  [/^53[034]00/, { code: 'SOURCE_THROTTLED', found: 'the database has no connection left' }],
  [/^08/, { code: 'SOURCE_THROTTLED', found: 'the connection to the database broke' }],
  [/^(?:40001|40P01)/, { code: 'SOURCE_THROTTLED', found: 'the query conflicted with changes by another one' }],
  [
    /^28/,
    {
      code: 'SOURCE_DENIED',
      found: 'the database refused the user and password',
      hint: 'correct the user and password that are stored for the database',
    },
  ],
  [
    /^3D000/,
    {
      code: 'SOURCE_NOT_FOUND',
      found: 'the cluster has no such database',
      hint: 'correct the name of the database, or create it',
    },
  ],
  [/^42501/, { code: 'SQL_FAILED', hint: 'grant the user of the database the right to read what the query names' }],
];

/** The last SQLState of a message. The text before it quotes the statement, which may contain another one. */
const SQL_STATE = /^.*\bSQLState: ([0-9A-Z]{5})\b/s;

const CAST = 'cast the column in the query: column::text';

export const postgresql: Engine = {
  typeOf: (name, jdbcType) =>
    TYPES.get(name) ?? (name.startsWith('_') || UNNAMED_TYPES.has(jdbcType) ? TEXT : undefined),
  castHint: CAST,
  unknownHint: (name) =>
    /^[A-Z]/.test(name) ? 'for Aurora MySQL, write `engine: mysql` under `database` in dashboard.yml' : CAST,
  codes: [SQL_STATE],
  errors: STATES,
  nameCodes: (state) => `SQLState ${state}`,
};
