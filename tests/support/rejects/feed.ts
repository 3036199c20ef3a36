import type { Validate } from '../../../shared/catalogue/accepts.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { inTable } from '../../../shared/errors/wallfeed-error.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { type BoundShape, bindShape, type Settings } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { type FoldedFrom, foldRows, type MadeBody, typeRows } from '../../../shared/pipeline/make-body.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';

export interface Judge {
  readonly shape: Shape;
  readonly validate: Validate;
}

export type Texts = Readonly<Record<string, string>>;

/** Parses one table. `table` is the name of the table in errors, or false if the shape has only one table. */
const parseText = (text: string, definition: TableDefinition | undefined, table: string | false): Table => {
  try {
    return parseCsv(Buffer.from(text), {}, definition as TableDefinition);
  } catch (error) {
    throw table === false ? error : inTable(error, table);
  }
};

/** For a single table, or for each table by name. */
export type Lines = readonly string[] | Readonly<Record<string, readonly string[]>>;

export const textsOf = (lines: Lines): Texts =>
  Object.fromEntries(
    Object.entries(Array.isArray(lines) ? { table: lines } : lines).map(([name, one]) => [name, one.join('\n')]),
  );

export const bindJudge = ({ shape, validate }: Judge, settings: Settings): BoundShape =>
  bindShape({ shape, validate, timezone: 'UTC' }, settings);

/** Parses CSV texts into tables, and converts the cells to values of their columns' types. */
export const typeTexts = (bound: BoundShape, texts: Texts): FoldedFrom => {
  const several = Object.keys(bound.tables).length > 1;
  const tables = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, parseText(text, bound.tables[name], several && name)]),
  );
  return typeRows(bound, tables, UNLIMITED);
};

const check = (bound: BoundShape, made: MadeBody): unknown => {
  checkBody(bound, made, UNLIMITED);
  return made.body;
};

export const feedDocument = (judge: Judge, body: unknown): unknown =>
  check(bindJudge(judge, { options: {} }), { body, rows: 0 });

export const feedTables = (judge: Judge, texts: Texts, settings: Settings): unknown => {
  const bound = bindJudge(judge, settings);
  return check(bound, foldRows(bound, typeTexts(bound, texts), UNLIMITED));
};
