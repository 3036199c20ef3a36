import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Reading } from '../tabular/table.ts';
import type { Options, OptionValues } from './option.ts';
import type { Rule } from './rule.ts';

/** A column of one table whose cells must name rows of another table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** The target table and column. Without a column, cells hold row numbers, from 1. */
  readonly to: { readonly table: string; readonly column?: string };
  /**
   * The path in the body at which an error is reported. The index of the row replaces the first `[]`.
   * A function if the place depends on the endpoint's options or reading.
   */
  readonly path: string | ((options: Readonly<Record<string, unknown>>, reading: Reading) => string);
}

/** Declares a reference: `reference('tips.region', 'regions.name', 'series')`; `reference('radars.row', 'rows', 'radars')`. */
export const reference = (from: string, to: string, path: Reference['path']): Reference => {
  const [table = '', column = ''] = from.split('.');
  const [target = '', key] = to.split('.');
  return { table, column, to: { table: target, ...(key !== undefined && { column: key }) }, path };
};

/** Wraps data as `{ code: 200, msg: 'success', data }`. */
export const codeWrapper = <Data>(data: Data) => ({ code: 200, msg: 'success', data });

/** Wraps data as `{ status: 200, data }`. */
export const statusWrapper = <Data>(data: Data) => ({ status: 200, data });

/** The contract of one response body, and the fold that creates it from rows. */
export interface Shape<T extends TableDefinitions = TableDefinitions, O extends Options = Options> {
  /** Number of the shape in the platform's interface, such as `S28`; `X` and a number if only other front ends read it. */
  readonly id: string;
  /** The shape's folder, such as `carousel-list`. */
  readonly name: string;
  /** Names of the shape's components in the interface. */
  readonly components: readonly string[];
  /** The tables that the shape reads, by name. A single table is called `table`. */
  readonly tables: T;
  /** Names of the tables that an endpoint may omit. */
  readonly optionalTables: readonly (keyof T & string)[];
  readonly options: O;
  /** The reading if the endpoint does not choose one. Absent if the shape has only one reading. */
  readonly defaultReading?: Reading;
  /** True if the body has fields that are named after columns. The JSON text must keep the order of the columns. */
  readonly hasFreeKeys?: boolean;
  /** The references between tables that must be checked before the fold, because the body does not show them. */
  readonly references: readonly Reference[];
  /** The checks that a schema cannot express. */
  readonly rules: readonly Rule[];
  /** Rules whose violations are logged; the response is still sent. */
  readonly advice: readonly Rule[];
  /** Creates the body from typed rows. Pure: never throws and never changes its arguments. */
  fold(tables: TypedTables<T>, options: OptionValues<O>, reading: Reading): unknown;
}

/** The fields that `defineShape` fills in if they are absent. */
type DefaultedField = 'options' | 'rules' | 'advice' | 'references' | 'optionalTables';

type Declared<T extends TableDefinitions, O extends Options> = Omit<Shape<T, O>, DefaultedField> &
  Partial<Pick<Shape<T, O>, DefaultedField>>;

/** Declares a shape. Options, rules, advice, references and optional tables default to none. */
export const defineShape = <const T extends TableDefinitions, const O extends Options = Record<never, never>>(
  declared: Declared<T, O>,
): Shape<T, O> => ({ options: {} as O, references: [], rules: [], advice: [], optionalTables: [], ...declared });
