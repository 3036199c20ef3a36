import type { ErrorMappings } from '../aws/error-mapping.ts';
import type { Cell, ColumnOrigin } from '../tabular/table.ts';

export interface ColumnType {
  readonly origin: ColumnOrigin;
  /** True for times without an offset, which are in the database's time zone. */
  readonly isLocal?: true;
  /** True if texts of digits become Numbers, unless they would lose digits. */
  readonly isInteger?: true;
  /** Takes the `cell` that `readField` has read, and the `field` as the Data API sent it. */
  readonly read?: (cell: Cell, field: unknown) => Cell;
}

export interface Engine {
  /**
   * Returns undefined for an unknown type.
   * @param name the name of the type in the JDBC driver.
   * @param jdbcType the number of the type in java.sql.Types.
   */
  readonly typeOf: (name: string, jdbcType: unknown) => ColumnType | undefined;
  readonly castHint: string;
  readonly unknownHint: (name: string) => string;
  /** Patterns of a refused statement's message: the code, and a second code behind it. */
  readonly codes: readonly RegExp[];
  /** Errors by code. Other codes are SQL_FAILED with the usual hint. */
  readonly errors: ErrorMappings;
  readonly nameCodes: (code: string, second: string | undefined) => string;
}
