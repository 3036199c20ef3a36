import { type Options, type OptionValues, resolveOptions } from '../catalogue/option.ts';
import type { Shape } from '../catalogue/shape.ts';
import type { Validate } from '../catalogue/validate.ts';
import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { TableDefinition, TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Reading, Table } from '../tabular/table.ts';
import type { TypedTable } from '../tabular/type-cells.ts';

/** The options and the reading that an endpoint sets. */
export type Settings = Pick<EndpointConfig, 'options' | 'reading'>;

/** A shape with everything that all of its endpoints need. */
export interface ServedShape {
  readonly shape: Shape;
  readonly validate: Validate;
  /** IANA name of the time zone for times without an offset. */
  readonly timezone: string;
}

/** A shape as one endpoint uses it. Options, reading and tables are resolved once. */
export interface BoundShape extends ServedShape {
  /** The endpoint's options, with the fallbacks of the shape. */
  readonly options: OptionValues<Options>;
  readonly reading: Reading;
  readonly tables: Readonly<Record<string, TableDefinition>>;
  /** Typed rows of tables that have not changed since an earlier request. */
  readonly typedBefore: WeakMap<Table, TypedTable>;
  readonly fold: (tables: TypedTables<TableDefinitions>) => unknown;
}

/**
 * Returns the definition of a table. Undefined if the definition depends on an option that is not set, as for an
 * endpoint over a document.
 */
const chooseTable = (table: TableDefinitions[string], options: OptionValues<Options>): TableDefinition | undefined =>
  table.kind === 'chosen' ? table.of[String(options[table.option])] : table;

/** Resolves the tables of a shape by the options of an endpoint. */
export const tablesOf = (
  { tables, options }: Pick<Shape, 'tables' | 'options'>,
  settings: Pick<Settings, 'options'>,
): Readonly<Record<string, TableDefinition>> => {
  const values = resolveOptions(options, settings.options);
  return Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) => {
      const chosen = chooseTable(table, values);
      return chosen ? [[name, chosen]] : [];
    }),
  );
};

/** Binds a shape to the settings of an endpoint, which must be valid. */
export const bindShape = (served: ServedShape, settings: Settings): BoundShape => {
  const { shape } = served;
  const options = resolveOptions(shape.options, settings.options);
  const reading = settings.reading ?? shape.defaultReading ?? 'table';
  return {
    ...served,
    options,
    reading,
    tables: tablesOf(shape, settings),
    typedBefore: new WeakMap(),
    fold: (tables) => shape.fold(tables, options, reading),
  };
};
