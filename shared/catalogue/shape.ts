import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Reading } from '../tabular/table.ts';
import type { Options, OptionValues } from './option.ts';
import type { Rule } from './rule.ts';

/** Cells of one table must name rows of another table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** Without a column, cells hold row numbers, from 1. */
  readonly to: { readonly table: string; readonly column?: string };
  /**
   * Where an error is reported in the body. The index of the row replaces the first `[]`. A function if the place
   * depends on the endpoint's options or reading.
   */
  readonly path: string | ((options: Readonly<Record<string, unknown>>, reading: Reading) => string);
}

/**
 * Declares a reference: `reference('tips.region', 'regions.name', 'series')`; `reference('radars.row', 'rows',
 * 'radars')`.
 */
export const reference = (from: string, to: string, path: Reference['path']): Reference => {
  const [table = '', column = ''] = from.split('.');
  const [target = '', key] = to.split('.');
  return { table, column, to: { table: target, ...(key !== undefined && { column: key }) }, path };
};

export const codeWrapper = <Data>(data: Data) => ({ code: 200, msg: 'success', data });

export const statusWrapper = <Data>(data: Data) => ({ status: 200, data });

/** The contract of one response body, and the fold that creates it from rows. */
export interface Shape<T extends TableDefinitions = TableDefinitions, O extends Options = Options> {
  /** Number in the platform's interface, such as `S28`; `X` and a number if only other front ends read the shape. */
  readonly id: string;
  /** The shape's folder, such as `carousel-list`. */
  readonly name: string;
  readonly components: readonly string[];
  /** A single table is called `table`. */
  readonly tables: T;
  readonly optionalTables: readonly (keyof T & string)[];
  readonly options: O;
  /** If the endpoint does not choose one. Absent if the shape has only one reading. */
  readonly defaultReading?: Reading;
  /** True if the body has fields that are named after columns. The JSON text must keep the order of the columns. */
  readonly hasFreeKeys?: boolean;
  /** Checked before the fold, because the body does not show them. */
  readonly references: readonly Reference[];
  readonly rules: readonly Rule[];
  /** Violations are logged; the response is still sent. */
  readonly advice: readonly Rule[];
  /** Pure: never throws and never changes its arguments. */
  fold(tables: TypedTables<T>, options: OptionValues<O>, reading: Reading): unknown;
}

type DefaultedField = 'options' | 'rules' | 'advice' | 'references' | 'optionalTables';

type Declared<T extends TableDefinitions, O extends Options> = Omit<Shape<T, O>, DefaultedField> &
  Partial<Pick<Shape<T, O>, DefaultedField>>;

export const defineShape = <const T extends TableDefinitions, const O extends Options = Record<never, never>>(
  declared: Declared<T, O>,
): Shape<T, O> => ({ options: {} as O, references: [], rules: [], advice: [], optionalTables: [], ...declared });
