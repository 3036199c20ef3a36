import type { Shape } from '../catalogue/shape.ts';
import type { Validators } from '../catalogue/validate.ts';
import type { DashboardConfig, EndpointConfig } from '../config/dashboard-config.ts';
import { isWindowed, type WindowDependence, windowDependence } from '../config/depends-on-window.ts';
import { isCsv } from '../kinds/csv/is-csv.ts';
import { type BoundTable, bindTable } from '../sources/bind-table.ts';
import { type BoundShape, bindShape } from './bind-shape.ts';

/** An endpoint, bound to its shape. `bound` holds its options and reading. */
export interface Endpoint extends Omit<EndpointConfig, 'options' | 'reading'> {
  readonly slug: string;
  readonly bound: BoundShape;
  readonly dependsOn: WindowDependence;
  /** The tables of the shape, with the readers of their sources. */
  readonly sources: Readonly<Record<string, BoundTable>>;
  /** The names of the tables whose rows or error stay the same as long as their object does not change. */
  readonly lasting: readonly string[];
}

/** Binds the tables of an endpoint to their sources. */
export const bindTables = (
  tables: EndpointConfig['tables'],
  { tables: definitions, timezone, options }: BoundShape,
  datasets?: DashboardConfig['datasets'],
): Endpoint['sources'] =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, source]) => {
      const definition = definitions[name];
      return definition ? [[name, bindTable(source, definition, { timezone, options, datasets })]] : [];
    }),
  );

const lastingOf = (tables: EndpointConfig['tables']): Endpoint['lasting'] =>
  Object.entries(tables).flatMap(([name, source]) => (isCsv(source) && !isWindowed(source) ? [name] : []));

/** The shapes that a function serves, with their compiled schemas. */
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
