import type { Connection, DuckDb } from '../duckdb.ts';
import { formatDouble } from '../results/format-double.ts';
import { formatJoda, formatMysql, parseJoda, parseMysql } from './time-patterns.ts';

type Value = unknown;

interface Timestamp {
  readonly micros: bigint;
}

const dateOf = (value: Value): Date => new Date(Number((value as Timestamp).micros / 1000n));

const microsOf = (time: number): bigint => BigInt(time) * 1000n;

const fail = (message: Value): never => {
  throw new Error(String(message));
};

/** Registers the functions of the dialect that SQL macros cannot express. Each returns NULL if an argument is NULL. */
export const registerFunctions = (duckdb: DuckDb, connection: Connection): void => {
  const { DuckDBScalarFunction, DOUBLE, TIMESTAMP, VARCHAR, BOOLEAN, BIGINT } = duckdb;
  const define = (
    name: string,
    parameterTypes: readonly unknown[],
    returnType: unknown,
    run: (...values: readonly Value[]) => Value,
  ): void => {
    const definition = DuckDBScalarFunction.create({
      name,
      parameterTypes,
      returnType,
      mainFunction: (_info, input, output) => {
        const columns = parameterTypes.map((_, index) => input.getColumnValues(index));
        for (let row = 0; row < input.rowCount; row += 1) {
          const values = columns.map((column) => column[row]);
          output.setItem(row, values.includes(null) ? null : run(...values));
        }
        output.flush();
      },
    });
    connection.registerScalarFunction(definition);
  };
  define('trino_fail', [VARCHAR, VARCHAR], BOOLEAN, fail);
  define('trino_double_text', [DOUBLE], VARCHAR, (value) => formatDouble(value as number));
  define('trino_joda_format', [TIMESTAMP, VARCHAR], VARCHAR, (time, pattern) =>
    formatJoda(dateOf(time), String(pattern)),
  );
  define('trino_mysql_format', [TIMESTAMP, VARCHAR], VARCHAR, (time, pattern) =>
    formatMysql(dateOf(time), String(pattern)),
  );
  define('trino_joda_parse', [VARCHAR, VARCHAR], BIGINT, (text, pattern) =>
    microsOf(parseJoda(String(text), String(pattern))),
  );
  define('trino_mysql_parse', [VARCHAR, VARCHAR], BIGINT, (text, pattern) =>
    microsOf(parseMysql(String(text), String(pattern))),
  );
};
