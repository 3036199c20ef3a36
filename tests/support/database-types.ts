/** The type, its literals, and the type that the Data API names. */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
  readonly typeName: string;
  readonly literals: readonly string[];
}

const column = (name: string, type: string, typeName: string, ...literals: readonly string[]): TypedColumn => ({
  name,
  type,
  typeName,
  literals,
});

/** Every type that AWS lists for the Data API of Aurora MySQL. */
export const COLUMNS: readonly TypedColumn[] = [
  column('truth', 'tinyint(1)', 'BIT', '1', '0', 'null'),
  column('bool_', 'bool', 'BIT', 'true', 'false', 'null'),
  column('tiny', 'tinyint', 'TINYINT', '-128', '127', '0'),
  column('utiny', 'tinyint unsigned', 'TINYINT UNSIGNED', '255', '0', 'null'),
  column('small', 'smallint', 'SMALLINT', '-32768', '32767', 'null'),
  column('usmall', 'smallint unsigned', 'SMALLINT UNSIGNED', '65535', '0', 'null'),
  column('medium', 'mediumint', 'MEDIUMINT', '-8388608', '8388607', 'null'),
  column('umedium', 'mediumint unsigned', 'MEDIUMINT UNSIGNED', '16777215', '0', 'null'),
  column('int_', 'int', 'INT', '-2147483648', '2147483647', 'null'),
  column('uint', 'int unsigned', 'INT UNSIGNED', '4294967295', '0', 'null'),
  column('padded', 'int(5) unsigned zerofill', 'INT UNSIGNED', '42', '0', 'null'),
  column('big', 'bigint', 'BIGINT', '-9223372036854775808', '9223372036854775807', '9007199254740991'),
  column('ubig', 'bigint unsigned', 'BIGINT UNSIGNED', '18446744073709551615', '9007199254740993', '0'),
  column('float_', 'float', 'FLOAT', '0.1', '-1.5', '3.40282e38'),
  column('double_', 'double', 'DOUBLE', '0.1', '-0e0', '1.7976931348623157e308'),
  column('decimal_', 'decimal(38,10)', 'DECIMAL', '1234567890123456789012345678.0123456789', '-0.1', 'null'),
  column('udecimal', 'decimal(10,2) unsigned', 'DECIMAL UNSIGNED', '99999999.99', '0', 'null'),
  column('varchar_', 'varchar(60)', 'VARCHAR', "'é 😀 ''quoted'' \\\\'", "''", "' a '"),
  column('char_', 'char(10)', 'CHAR', "'ab'", "''", "'万'"),
  column('tinytext_', 'tinytext', 'TINYTEXT', "'a'", "''", 'null'),
  column('text_', 'text', 'TEXT', "'line\\nline'", "''", 'null'),
  column('mediumtext_', 'mediumtext', 'MEDIUMTEXT', "'a'", "''", 'null'),
  column('longtext_', 'longtext', 'LONGTEXT', "'a'", "''", 'null'),
  column('enum_', "enum('paid','open')", 'ENUM', "'paid'", "'open'", 'null'),
  column('varbinary_', 'varbinary(20)', 'VARBINARY', "x'00ff10'", "''", 'null'),
  column('binary_', 'binary(4)', 'BINARY', "x'01'", "x'ffffffff'", 'null'),
  column('blob_', 'blob', 'BLOB', "x'fffe00'", "''", 'null'),
  column('date_', 'date', 'DATE', "'1000-01-01'", "'9999-12-31'", 'null'),
  column('time_', 'time', 'TIME', "'838:59:59'", "'-838:59:59'", "'00:00:00'"),
  column('time3', 'time(3)', 'TIME', "'12:00:00.5'", "'00:00:00'", 'null'),
  column('datetime_', 'datetime', 'DATETIME', "'1000-01-01 00:00:00'", "'9999-12-31 23:59:59'", 'null'),
  column('datetime6', 'datetime(6)', 'DATETIME', "'2026-11-28 01:00:00.123456'", "'2026-11-28 01:00:00.5'", 'null'),
  column('timestamp_', 'timestamp null', 'TIMESTAMP', "'1970-01-02 00:00:01'", "'2038-01-18 03:14:07'", 'null'),
  column('json_', 'json', 'JSON', '\'{"a": [1, "😀"]}\'', "'null'", 'null'),
  column('bit1', 'bit(1)', 'BIT', "b'1'", "b'0'", 'null'),
  column('bit8', 'bit(8)', 'BIT', "b'11111111'", "b'00000001'", 'null'),
  column('bit64', 'bit(64)', 'BIT', `b'${'1'.repeat(64)}'`, "b'1'", "b'0'"),
  column('year_', 'year', 'YEAR', '1901', '2155', 'null'),
];

export const TYPE_SEEDS = [
  `create table every_type (id int primary key, ${COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')});`,
  ...[0, 1, 2].map(
    (row) => `insert into every_type values (${[row, ...COLUMNS.map(({ literals }) => literals[row])].join(', ')});`,
  ),
].join('\n');
