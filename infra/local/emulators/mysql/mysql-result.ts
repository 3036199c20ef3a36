import type { ResultSetOptions } from '@aws-sdk/client-rds-data';
import type { ReadResult } from '../rds-data/execute.ts';
import { errorReply } from '../rds-data/types.ts';
import type { EmulatorReply } from '../server/json-emulator.ts';
import { columnMetadata, type Kind, type MysqlType, typeOfColumn, type WireColumn } from './mysql-types.ts';

export type WireRow = readonly (Buffer | null)[];

export interface WireResult {
  readonly columns: readonly WireColumn[];
  readonly rows: readonly WireRow[];
  /** The error message if the result exceeds a limit; the rows are then incomplete. */
  readonly tooLarge?: string | undefined;
}

type WireField = Readonly<Record<string, unknown>>;

const text = (bytes: Buffer): WireField => ({ stringValue: bytes.toString() });

const READERS: Readonly<Record<Kind, (bytes: Buffer, options: ResultSetOptions) => WireField>> = {
  long: (bytes, { longReturnType }) =>
    longReturnType === 'STRING' ? text(bytes) : { longValue: Number(bytes.toString()) },
  decimal: (bytes, { decimalReturnType }) =>
    decimalReturnType === 'DOUBLE_OR_LONG' ? { doubleValue: Number(bytes.toString()) } : text(bytes),
  double: (bytes) => ({ doubleValue: Number(bytes.toString()) }),
  boolean: (bytes) => ({ booleanValue: !/^(?:0|\0)$/.test(bytes.toString('latin1')) }),
  bits: (bytes) => ({ blobValue: bytes.toString('base64') }),
  blob: (bytes) => ({ blobValue: bytes.toString('base64') }),
  text,
  year: (bytes) => ({ stringValue: `${bytes.toString()}-01-01` }),
};

const unsupported = (message: string): { readonly refusal: EmulatorReply } => ({
  refusal: errorReply('UnsupportedResultException', message),
});

export const readMysqlResult = (
  { columns, rows, tooLarge }: WireResult,
  options: ResultSetOptions = {},
): ReadResult | { readonly refusal: EmulatorReply } => {
  const types = columns.map(typeOfColumn);
  if (!types.every((type): type is MysqlType => type !== undefined))
    return unsupported('The result contains the unsupported data type GEOMETRY.');
  if (tooLarge !== undefined) return unsupported(tooLarge);
  const field = (bytes: Buffer | null, at: number): WireField =>
    bytes === null ? { isNull: true } : READERS[types[at]?.kind ?? 'text'](bytes, options);
  return {
    records: rows.map((row) => row.map(field)),
    metadata: columns.map((column, at) => columnMetadata(column, types[at] as MysqlType)),
  };
};
