import type { ErrorMappings } from '../aws/error-mapping.ts';
import type { Cell, ColumnOrigin } from '../tabular/table.ts';

/** How the values of a column with one type become cells. */
export interface ColumnType {
  readonly origin: ColumnOrigin;
  /** True for times without an offset, which are in the database's time zone. */
  readonly isLocal?: true;
  /** True if texts of digits become Numbers, unless they would lose digits. */
  readonly isInteger?: true;
  /** Converts a value that `readField` has read. `field` is the value as the Data API sent it. */
  readonly read?: (cell: Cell, field: unknown) => Cell;
}

/** The meaning of the results and errors of a database engine. */
export interface Engine {
  /**
   * Returns the type of a column; undefined for an unknown type.
   * @param name the name of the type in the JDBC driver.
   * @param jdbcType the number of the type in java.sql.Types.
   */
  readonly typeOf: (name: string, jdbcType: unknown) => ColumnType | undefined;
  /** The hint for a column that cannot be read. */
  readonly castHint: string;
  readonly unknownHint: (name: string) => string;
  /** Patterns of the code in the message of a refused statement, and of a second code behind it. */
  readonly codes: readonly RegExp[];
  /** Errors by code. Other codes are SQL_FAILED with the usual hint. */
  readonly errors: ErrorMappings;
  /** Returns the words for the codes of an error. */
  readonly nameCodes: (code: string, second: string | undefined) => string;
}
