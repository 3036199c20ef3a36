import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Reading } from '../tabular/reading.ts';
import type { Options, OptionValues } from './option.ts';
import type { Reference } from './reference.ts';
import type { Rule } from './rule.ts';

/** The contract of one response body, and how rows become it. */
export interface Shape<T extends TableDefinitions = TableDefinitions, O extends Options = Options> {
  /** The interface's number, such as `S28`. */
  readonly id: string;
  /** The shape's folder, such as `carousel-list`. */
  readonly name: string;
  /** The components it serves, by the names the interface gives them. */
  readonly components: readonly string[];
  /** The tables it reads, by name; a single one is called `table`. */
  readonly tables: T;
  /** Names of tables that an endpoint may leave out. */
  readonly optionalTables: readonly (keyof T & string)[];
  readonly options: O;
  /** The reading that holds when the endpoint names none; left out where there is only one. */
  readonly defaultReading?: Reading;
  /** Cells that must name a row of another table and that the body does not show. */
  readonly references: readonly Reference[];
  /** What the schema cannot say. */
  readonly rules: readonly Rule[];
  /** Rules whose breach is logged and never refused. */
  readonly advice: readonly Rule[];
  /** Typed rows to body: pure, never throws, never mutates what it is given. */
  fold(tables: TypedTables<T>, options: OptionValues<O>, reading: Reading): unknown;
}

/** What a shape need not say. */
type Spared = 'options' | 'rules' | 'advice' | 'references' | 'optionalTables';

type Declared<T extends TableDefinitions, O extends Options> = Omit<Shape<T, O>, Spared> &
  Partial<Pick<Shape<T, O>, Spared>>;

/** Declares a shape; options, rules, references and optional tables may be left out when there are none. */
export const defineShape = <const T extends TableDefinitions, const O extends Options = Record<never, never>>(
  declared: Declared<T, O>,
): Shape<T, O> => ({ options: {} as O, references: [], rules: [], advice: [], optionalTables: [], ...declared });
