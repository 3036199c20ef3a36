import type { ColumnInfo } from '@aws-sdk/client-athena';
import type { ColumnType } from '../../../../trino/dialect/duckdb.ts';
import { isZoned, TYPE } from './format-value.ts';

interface TrinoType {
  readonly name: string;
  readonly precision: number;
}

const UNBOUNDED = 2_147_483_647;
const VARCHAR: TrinoType = { name: 'varchar', precision: UNBOUNDED };
const BIGINT: TrinoType = { name: 'bigint', precision: 19 };

const TYPES: Readonly<Record<number, TrinoType>> = {
  [TYPE.boolean]: { name: 'boolean', precision: 0 },
  [TYPE.tinyint]: { name: 'tinyint', precision: 3 },
  [TYPE.smallint]: { name: 'smallint', precision: 5 },
  [TYPE.integer]: { name: 'integer', precision: 10 },
  [TYPE.bigint]: BIGINT,
  [TYPE.hugeint]: BIGINT,
  [TYPE.float]: { name: 'float', precision: 17 },
  [TYPE.double]: { name: 'double', precision: 17 },
  [TYPE.timestamp]: { name: 'timestamp', precision: 3 },
  [TYPE.timestampTz]: { name: 'timestamp with time zone', precision: 3 },
  [TYPE.date]: { name: 'date', precision: 0 },
  [TYPE.time]: { name: 'time', precision: 3 },
  [TYPE.interval]: { name: 'interval day to second', precision: 0 },
  [TYPE.varchar]: VARCHAR,
  [TYPE.blob]: { name: 'varbinary', precision: UNBOUNDED },
  [TYPE.list]: { name: 'array', precision: 0 },
  [TYPE.struct]: { name: 'row', precision: 0 },
  [TYPE.map]: { name: 'map', precision: 0 },
  [TYPE.null]: { name: 'unknown', precision: 0 },
};

const trinoType = (type: ColumnType): TrinoType => {
  if (isZoned(type)) return { name: 'timestamp with time zone', precision: 3 };
  if (type.typeId === TYPE.decimal) return { name: 'decimal', precision: type.width ?? 0 };
  return TYPES[type.typeId] ?? VARCHAR;
};

/** Describes a column of a result as Athena does. */
export const columnInfo = (name: string, type: ColumnType): ColumnInfo => {
  const { name: trino, precision } = trinoType(type);
  return {
    CatalogName: 'hive',
    SchemaName: '',
    TableName: '',
    Name: name,
    Label: name,
    Type: trino,
    Precision: precision,
    Scale: type.scale ?? 0,
    Nullable: 'UNKNOWN',
    CaseSensitive: trino === 'varchar',
  };
};
