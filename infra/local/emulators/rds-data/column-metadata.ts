import type { ColumnMetadata } from '@aws-sdk/client-rds-data';
import { ARRAYS, type ResultType } from './types.ts';

/** A result column as PostgreSQL describes it, with catalogue data of the underlying table column. */
export interface ResultColumn {
  readonly name: string;
  readonly oid: number;
  /** The type's modifier: length, precision and scale, or -1. */
  readonly modifier: number;
  readonly table?: string;
  readonly notNull?: boolean;
  readonly generated?: boolean;
}

/** Returns a constant of java.sql.ResultSetMetaData: columnNoNulls, columnNullable or columnNullableUnknown. */
const nullable = ({ table, notNull }: ResultColumn): number => {
  if (table === undefined) return 2;
  return notNull ? 0 : 1;
};

/** Size of PostgreSQL's header, which is included in the length or precision of a type modifier. */
const HEADER_BYTES = 4;

const precisionAndScale = ({ modifier }: ResultColumn, type: ResultType): { precision: number; scale: number } => {
  const { precision = 0, scale = 0 } = type;
  if (modifier < 0) return { precision, scale };
  if (type.name === 'numeric') {
    return { precision: (modifier - HEADER_BYTES) >>> 16, scale: (modifier - HEADER_BYTES) & 0x7ff };
  }
  if (type.name === 'varchar' || type.name === 'bpchar') return { precision: modifier - HEADER_BYTES, scale };
  return { precision, scale: type.scale === 6 ? modifier : scale };
};

const SERIALS: Readonly<Record<string, string>> = { int2: 'smallserial', int4: 'serial', int8: 'bigserial' };

const NUMBERS: ReadonlySet<string> = new Set(['long', 'decimal', 'double']);
const CASE_SENSITIVE: ReadonlySet<string> = new Set(['text', 'blob']);
const ARRAY = 2003;

/** Describes a column of a result as the Data API does. */
export const columnMetadata = (column: ResultColumn, type: ResultType): ColumnMetadata => {
  const isArray = ARRAYS.has(column.oid);
  const name = column.generated ? (SERIALS[type.name] ?? type.name) : type.name;
  return {
    arrayBaseColumnType: isArray ? type.jdbc : 0,
    isAutoIncrement: column.generated ?? false,
    isCaseSensitive: CASE_SENSITIVE.has(type.kind),
    isCurrency: false,
    isSigned: NUMBERS.has(type.kind) && type.name !== 'oid',
    label: column.name,
    name: column.name,
    nullable: nullable(column),
    ...precisionAndScale(column, type),
    schemaName: '',
    tableName: column.table ?? '',
    type: isArray ? ARRAY : type.jdbc,
    typeName: isArray ? `_${name}` : name,
  };
};
