import type { ErrorMapping, ErrorMappings } from '../aws/error-mapping.ts';
import type { Cell } from '../tabular/table.ts';
import type { ColumnType, Engine } from './engine.ts';

/** Returns the bytes of a BIT, which is sent in base64. */
const bytesOf = (field: unknown): string | undefined => {
  const { blobValue } = Object(field);
  return typeof blobValue === 'string' ? blobValue : undefined;
};

const TRUTHS: ReadonlyMap<Cell, Cell> = new Map([
  ['true', 1],
  ['false', 0],
]);

/** Reads an integer. A Boolean is 1 or 0, and the bytes of a BIT are a number with the highest byte first. */
const integer = (cell: Cell, field: unknown): Cell => {
  const bytes = bytesOf(field);
  if (bytes === undefined) return TRUTHS.get(cell) ?? cell;
  const digits = Buffer.from(bytes, 'base64').toString('hex');
  return digits === '' ? 0 : String(BigInt(`0x${digits}`));
};

const FLOAT_DIGITS = [6, 7, 8, 9];

/** Reads a FLOAT, which may arrive as the double that is nearest to its 32 bits. Returns the shortest number for it. */
const float = (cell: Cell): Cell => {
  if (typeof cell !== 'number' || Math.fround(cell) !== cell) return cell;
  const shorter = FLOAT_DIGITS.map((digits) => Number(cell.toPrecision(digits)));
  return shorter.find((value) => Math.fround(value) === cell) ?? cell;
};

const FIRST_DAY = /^(\d{4})-01-01$/;

/** Reads a year, which the JDBC driver may return as the first day of the year. */
const year = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(FIRST_DAY, '$1') : cell);

const TEXT: ColumnType = { origin: 'text' };
const NUMBER: ColumnType = { origin: 'number' };
const INTEGER: ColumnType = { origin: 'number', isInteger: true, read: integer };
const TIME: ColumnType = { origin: 'timestamp in UTC', isLocal: true };

const named = (names: string, type: ColumnType) => names.split(' ').map((name) => [name, type] as const);

/**
 * Names are those of Connector/J's `MysqlType.getName()`. Public clients of the Data API show replies with VARCHAR,
 * MEDIUMTEXT, INT, INT UNSIGNED, BIGINT UNSIGNED, TINYINT, BIT, DATETIME and TIMESTAMP. Only AWS can tell the names of
 * the others, and the form of BIT(8) and SET.
 */
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ...named('TINYINT SMALLINT MEDIUMINT INT INTEGER BIGINT BOOL BOOLEAN BIT', INTEGER),
  ...named('DECIMAL NUMERIC DEC DOUBLE REAL', NUMBER),
  ['FLOAT', { origin: 'number', read: float }],
  ['YEAR', { origin: 'number', isInteger: true, read: year }],
  ...named('DATETIME TIMESTAMP', TIME),
  ...named('CHAR VARCHAR TINYTEXT TEXT MEDIUMTEXT LONGTEXT ENUM SET JSON DATE TIME NULL', TEXT),
  ...named('BINARY VARBINARY TINYBLOB BLOB MEDIUMBLOB LONGBLOB', TEXT),
]);

const ATTRIBUTES = /\(.*?\)| UNSIGNED| ZEROFILL/g;

const CAST = 'cast the column in the query: cast(column as char)';

const NO_CONNECTION: ErrorMapping = { code: 'SOURCE_THROTTLED', found: 'the database has no connection left' };
const STOPPED: ErrorMapping = { code: 'SOURCE_TIMEOUT', found: 'the database stopped the query' };
const GRANT = 'grant the user of the database the right to read what the query names';

const DENIED: ErrorMapping = {
  code: 'SOURCE_DENIED',
  found: 'the database refused the user and password',
  hint: 'correct the user and password that are stored for the database',
};

/** Errors by MySQL's number. */
const CODES: ErrorMappings = [
  [/^1213$/, { code: 'SOURCE_THROTTLED', found: 'the query conflicted with changes by another one' }],
  [/^(?:1040|1203|1226)$/, NO_CONNECTION],
  [/^(?:2006|2013)$/, { code: 'SOURCE_THROTTLED', found: 'the connection to the database broke' }],
  [/^(?:1053|1077)$/, { code: 'SOURCE_RESUMING', found: 'the database is starting or stopping' }],
  [/^(?:1205|1317|1969|3024)$/, STOPPED],
  [/^(?:1044|1045)$/, DENIED],
  [
    /^1049$/,
    {
      code: 'SOURCE_NOT_FOUND',
      found: 'the cluster has no such database',
      hint: 'correct the name of the database, or create it',
    },
  ],
  [/^(?:1142|1143|1370)$/, { code: 'SQL_FAILED', found: 'the user of the database may not read a table', hint: GRANT }],
  [/^1054$/, { code: 'SQL_FAILED', found: 'the query names an unknown column' }],
  [/^1146$/, { code: 'SQL_FAILED', found: 'the query names an unknown table' }],
  [/^1064$/, { code: 'SQL_FAILED', found: 'the query has a syntax error' }],
  [/^1292$/, { code: 'SQL_FAILED', found: 'the query compares with a text that is no time or number' }],
];

/** The error number in both forms of messages. Other parts of a message may quote the statement. */
const NUMBERS = [/^Database error code: (\d+)\. Message:/, /^.*; Error code: (\d+); SQLState: ([0-9A-Z]{5})/s];

export const mysql: Engine = {
  typeOf: (name) => TYPES.get(name.toUpperCase().replace(ATTRIBUTES, '').trim()),
  castHint: CAST,
  unknownHint: () => CAST,
  codes: NUMBERS,
  errors: CODES,
  nameCodes: (number, state) => `error ${number}${state === undefined ? '' : `, SQLState ${state}`}`,
};
