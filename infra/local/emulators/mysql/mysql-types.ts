import type { ColumnMetadata } from '@aws-sdk/client-rds-data';

export interface WireColumn {
  /** The name in the result, and that of the table's column; empty for an expression. */
  readonly name: string;
  readonly orgName: string;
  readonly orgTable: string;
  readonly columnType: number;
  readonly columnLength: number;
  readonly characterSet: number;
  readonly flags: number;
  readonly decimals: number;
}

/** The kind of a type, which decides which member of a Field contains a value. */
export type Kind = 'long' | 'decimal' | 'double' | 'boolean' | 'bits' | 'blob' | 'text' | 'year';

/** A type as the JDBC driver names it. `jdbc` is its number in java.sql.Types. */
export interface MysqlType {
  readonly name: string;
  readonly kind: Kind;
  readonly jdbc: number;
}

const FLAGS = { notNull: 1, unsigned: 32, enum: 256, autoIncrement: 512, set: 2048 } as const;

const BINARY = 63;

const isUnsigned = ({ flags }: WireColumn): boolean => (flags & FLAGS.unsigned) !== 0;

const number =
  (name: string, kind: Kind, jdbc: number) =>
  (column: WireColumn): MysqlType => ({
    name: isUnsigned(column) ? `${name} UNSIGNED` : name,
    kind,
    jdbc,
  });

const always = (name: string, kind: Kind, jdbc: number) => (): MysqlType => ({ name, kind, jdbc });

const BIT: MysqlType = { name: 'BIT', kind: 'boolean', jdbc: -7 };

/** Returns the type of TINYINT(1), which the driver reads as a Boolean, or of another TINYINT. */
const tiny = (column: WireColumn): MysqlType =>
  column.columnLength === 1 && !isUnsigned(column) ? BIT : number('TINYINT', 'long', -6)(column);

const bits = ({ columnLength }: WireColumn): MysqlType =>
  columnLength === 1 ? BIT : { name: 'BIT', kind: 'bits', jdbc: -3 };

const BYTES_OF_CHARACTER = 4;

/** The largest lengths in bytes of the sizes of TEXT and BLOB. */
const SIZES: readonly (readonly [name: string, bytes: number])[] = [
  ['TINY', 255],
  ['', 65_535],
  ['MEDIUM', 16_777_215],
];

const large = ({ characterSet, columnLength }: WireColumn): MysqlType => {
  const isBlob = characterSet === BINARY;
  const unit = isBlob ? 1 : BYTES_OF_CHARACTER;
  const [size] = SIZES.find(([, bytes]) => columnLength <= bytes * unit) ?? ['LONG'];
  return isBlob ? { name: `${size}BLOB`, kind: 'blob', jdbc: -4 } : { name: `${size}TEXT`, kind: 'text', jdbc: -1 };
};

const variable = ({ characterSet }: WireColumn): MysqlType =>
  characterSet === BINARY ? { name: 'VARBINARY', kind: 'blob', jdbc: -3 } : { name: 'VARCHAR', kind: 'text', jdbc: 12 };

const fixed = ({ characterSet, flags }: WireColumn): MysqlType => {
  if (flags & FLAGS.enum) return { name: 'ENUM', kind: 'text', jdbc: 1 };
  if (flags & FLAGS.set) return { name: 'SET', kind: 'text', jdbc: 1 };
  return characterSet === BINARY ? { name: 'BINARY', kind: 'blob', jdbc: -2 } : { name: 'CHAR', kind: 'text', jdbc: 1 };
};

/** Named as Connector/J names them. */
const TYPES: Readonly<Record<number, (column: WireColumn) => MysqlType>> = {
  0: number('DECIMAL', 'decimal', 3),
  1: tiny,
  2: number('SMALLINT', 'long', 5),
  3: number('INT', 'long', 4),
  4: number('FLOAT', 'double', 7),
  5: number('DOUBLE', 'double', 8),
  6: always('NULL', 'text', 0),
  7: always('TIMESTAMP', 'text', 93),
  8: number('BIGINT', 'long', -5),
  9: number('MEDIUMINT', 'long', 4),
  10: always('DATE', 'text', 91),
  11: always('TIME', 'text', 92),
  12: always('DATETIME', 'text', 93),
  13: always('YEAR', 'year', 91),
  15: variable,
  16: bits,
  245: always('JSON', 'text', -1),
  246: number('DECIMAL', 'decimal', 3),
  247: always('ENUM', 'text', 1),
  248: always('SET', 'text', 1),
  249: large,
  250: large,
  251: large,
  252: large,
  253: variable,
  254: fixed,
};

/** Returns undefined for a type that the service does not return, such as GEOMETRY. */
export const typeOfColumn = (column: WireColumn): MysqlType | undefined => TYPES[column.columnType]?.(column);

const SIGNED: ReadonlySet<Kind> = new Set(['long', 'decimal', 'double']);

export const columnMetadata = (column: WireColumn, { name, kind, jdbc }: MysqlType): ColumnMetadata => ({
  arrayBaseColumnType: 0,
  isAutoIncrement: (column.flags & FLAGS.autoIncrement) !== 0,
  isCaseSensitive: kind === 'blob',
  isCurrency: false,
  isSigned: SIGNED.has(kind) && !isUnsigned(column),
  label: column.name,
  name: column.orgName || column.name,
  nullable: column.flags & FLAGS.notNull ? 0 : 1,
  precision: column.columnLength,
  scale: column.decimals,
  schemaName: '',
  tableName: column.orgTable,
  type: jdbc,
  typeName: name,
});
