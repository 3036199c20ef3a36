import type { ColumnMetadata, ResultSetOptions } from '@aws-sdk/client-rds-data';
import type { EmulatorReply } from '../json-emulator.ts';
import { columnMetadata } from './column-metadata.ts';
import { errorReply } from './errors.ts';
import { isInfinite, isMultidimensional, toField, type WireField } from './fields.ts';
import type { NamedType, Result } from './messages.ts';
import { ARRAYS, enumType, type ResultType, SCALARS } from './types.ts';

const unsupported = (message: string) => errorReply('UnsupportedResultException', message);

/** Formats a type name like the service: built-in types in capitals, except references to objects (`regclass`). */
const typeName = (oid: number, named: readonly NamedType[]): string => {
  const { name = String(oid) } = named.find((type) => type.oid === oid) ?? {};
  return oid < 10_000 && !name.startsWith('reg') ? name.toUpperCase() : name;
};

const typeOf = (oid: number, named: readonly NamedType[]): ResultType | undefined => {
  const known = SCALARS[oid] ?? ARRAYS.get(oid);
  if (known) return known;
  const found = named.find((type) => type.oid === oid);
  return found?.isEnum ? enumType(found.name) : undefined;
};

export interface ReadResult {
  readonly records: readonly (readonly WireField[])[];
  readonly metadata: readonly ColumnMetadata[];
}

/** Returns the fields of a result, or the service's error. */
export const readResult = (
  result: Result,
  options?: ResultSetOptions,
): ReadResult | { readonly refusal: EmulatorReply } => {
  const { columns, namedTypes, rows } = result;
  const types: ResultType[] = [];
  for (const { oid } of columns) {
    const type = typeOf(oid, namedTypes);
    if (!type) {
      return { refusal: unsupported(`The result contains the unsupported data type ${typeName(oid, namedTypes)}.`) };
    }
    types.push(type);
  }
  if (result.tooLarge) return { refusal: unsupported(result.tooLarge) };
  const cells = columns.flatMap(({ oid }, at) => rows.map((row) => ({ oid, type: types[at], text: row[at] ?? null })));
  if (cells.some(({ oid, text }) => isMultidimensional(oid, text))) {
    return { refusal: unsupported('The result contains a multidimensional array.') };
  }
  if (cells.some(({ type, text }) => type && isInfinite(type, text))) return { refusal: errorReply('InternalFailure') };
  const field = (text: string | null, at: number): WireField =>
    toField(text, columns[at]?.oid ?? 0, types[at] as ResultType, options);
  return {
    records: rows.map((row) => row.map(field)),
    metadata: columns.map((column, at) => columnMetadata(column, types[at] as ResultType)),
  };
};
