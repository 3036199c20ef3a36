import { type Settings, tablesOf } from '../../shared/catalogue/settings.ts';
import type { Shape } from '../../shared/catalogue/shape.ts';
import type { Validate } from '../../shared/catalogue/validate.ts';
import { validateBody } from '../../shared/catalogue/validate-body.ts';
import { parseCsv } from '../../shared/csv/parse-csv.ts';
import { inTable } from '../../shared/errors/wallfeed-error.ts';
import { bodyError, type FoldedFrom } from '../../shared/pipeline/body-error.ts';
import { foldTables } from '../../shared/pipeline/fold-tables.ts';
import { typeEndpoint } from '../../shared/pipeline/type-endpoint.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { Table } from '../../shared/tabular/table.ts';

/** A shape and its compiled schema, with which an endpoint validates a body. */
export interface Judge {
  readonly shape: Shape;
  readonly validate: Validate;
}

/** CSV texts by table. */
export type Texts = Readonly<Record<string, string>>;

/** Parses one table. `table` is its name in errors; false if it is the only one. */
const parseText = (text: string, definition: TableDefinition | undefined, table: string | false): Table => {
  try {
    return parseCsv(Buffer.from(text), {}, definition as TableDefinition);
  } catch (error) {
    throw table === false ? error : inTable(error, table);
  }
};

/** The lines of the only table, or of each table by name. */
export type Lines = readonly string[] | Readonly<Record<string, readonly string[]>>;

export const textsOf = (lines: Lines): Texts =>
  Object.fromEntries(
    Object.entries(Array.isArray(lines) ? { table: lines } : lines).map(([name, one]) => [name, one.join('\n')]),
  );

/** Parses CSV texts into tables, and types their cells. */
export const typeTexts = (shape: Shape, texts: Texts, endpoint: Settings): FoldedFrom => {
  const definitions = tablesOf(shape, endpoint);
  const several = Object.keys(definitions).length > 1;
  const tables = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, parseText(text, definitions[name], several && name)]),
  );
  return { tables, typed: typeEndpoint(shape, tables, endpoint, 'UTC'), endpoint };
};

const check = ({ shape, validate }: Judge, body: unknown, from?: FoldedFrom): unknown => {
  const violations = validateBody(shape, validate, body);
  if (violations.length > 0) throw bodyError(shape, violations, from);
  return body;
};

/** Validates a document that already is the body, as an endpoint does. */
export const feedDocument = (judge: Judge, body: unknown): unknown => check(judge, body);

/** Parses, types, folds and validates CSV texts, as an endpoint does. */
export const feedTables = (judge: Judge, texts: Texts, settings: Settings): unknown => {
  const from = typeTexts(judge.shape, texts, settings);
  return check(judge, foldTables(judge.shape, from.typed, settings), from);
};
