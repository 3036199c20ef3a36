import type { Validate, Validators } from '../catalogue/accepts.ts';
import { type Options, type OptionValues, resolveOptions } from '../catalogue/option.ts';
import type { Shape } from '../catalogue/shape.ts';
import type { DashboardConfig, EndpointConfig } from '../config/dashboard-config.ts';
import { isWindowed, type WindowDependence, windowDependence } from '../config/depends-on-window.ts';
import { isCsv } from '../kinds/csv/is-csv.ts';
import { type BoundTable, bindUnselected } from '../sources/bound-table.ts';
import type { TableDefinition, TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Reading, Table } from '../tabular/table.ts';
import type { TypedTable } from '../tabular/type-cells.ts';

export type Settings = Pick<EndpointConfig, 'options' | 'reading'>;

interface ServedShape {
  readonly shape: Shape;
  readonly validate: Validate;
  /** IANA name, for times without an offset. */
  readonly timezone: string;
}

/** Options, reading and tables are resolved once. */
export interface BoundShape extends ServedShape {
  /** Options with the fallbacks of the shape. */
  readonly options: OptionValues<Options>;
  readonly reading: Reading;
  readonly tables: Readonly<Record<string, TableDefinition>>;
  /** Rows of tables that have not changed since an earlier request. */
  readonly typedBefore: WeakMap<Table, TypedTable>;
  readonly fold: (tables: TypedTables<TableDefinitions>) => unknown;
}

/** Returns undefined if the definition depends on an option that is not set, as for an endpoint over a document. */
const chooseTable = (table: TableDefinitions[string], options: OptionValues<Options>): TableDefinition | undefined =>
  table.kind === 'chosen' ? table.of[String(options[table.option])] : table;

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

type BoundTables = Readonly<Record<string, BoundTable>>;

/** `bound` holds the options and the reading. */
export interface Endpoint extends Omit<EndpointConfig, 'options' | 'reading'> {
  readonly slug: string;
  readonly bound: BoundShape;
  readonly dependsOn: WindowDependence;
  readonly sources: () => BoundTables | Promise<BoundTables>;
  /** The rows or the error stay the same as long as the object does not change. */
  readonly lasting: readonly string[];
}

/** Returns the bound tables of an endpoint. The engine of selections is loaded with the first table that needs it. */
export const bindTables = (
  tables: EndpointConfig['tables'],
  { tables: definitions, timezone, options }: BoundShape,
  datasets?: DashboardConfig['datasets'],
): Endpoint['sources'] => {
  const parts = Object.entries(tables).flatMap(([name, source]) => {
    const definition = definitions[name];
    return definition ? [{ name, source, definition, unselected: bindUnselected(source, definition) }] : [];
  });
  const known = parts.flatMap(({ name, unselected }) => (unselected ? [[name, unselected] as const] : []));
  if (known.length === parts.length) {
    const bound = Object.fromEntries(known);
    return () => bound;
  }
  const bindAll = async () => {
    const { bindTable } = await import('../sources/bind-table.ts');
    const settings = { timezone, options, datasets };
    return Object.fromEntries(
      parts.map(({ name, source, definition }) => [name, bindTable(source, definition, settings)]),
    );
  };
  let binding: ReturnType<typeof bindAll> | undefined;
  return () => {
    binding ??= bindAll();
    return binding;
  };
};

const lastingOf = (tables: EndpointConfig['tables']): Endpoint['lasting'] =>
  Object.entries(tables).flatMap(([name, source]) => (isCsv(source) && !isWindowed(source) ? [name] : []));

export interface ServedShapes {
  readonly shapes: readonly Shape[];
  readonly validators: Validators;
}

/**
 * Binds the endpoints of a dashboard to their shapes, once for all requests.
 * @throws Error if the function does not serve the shape of an endpoint.
 */
export const bindEndpoints = (
  { endpoints, timezone, datasets }: Pick<DashboardConfig, 'endpoints' | 'timezone' | 'datasets'>,
  { shapes, validators }: ServedShapes,
): readonly Endpoint[] =>
  Object.entries(endpoints).map(([slug, { options, reading, ...endpoint }]) => {
    const shape = shapes.find(({ name }) => name === endpoint.shape);
    const validate = validators[endpoint.shape];
    if (!shape || !validate)
      throw new Error(`endpoint ${slug}: this function does not serve the shape ${endpoint.shape}`);
    const bound = bindShape({ shape, validate, timezone }, { options, ...(reading && { reading }) });
    const sources = bindTables(endpoint.tables, bound, datasets);
    const { tables } = endpoint;
    const dependsOn = windowDependence({ tables, datasets });
    return { slug, ...endpoint, bound, sources, lasting: lastingOf(tables), dependsOn };
  });
