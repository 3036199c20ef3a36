import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Reading } from '../tabular/reading.ts';
import { resolveOptions } from './option.ts';
import type { Shape } from './shape.ts';

/** The settings of an endpoint that decide how its shape reads tables. */
export type Settings = Pick<EndpointConfig, 'options' | 'reading'>;

/** Returns the reading of an endpoint: its own, or else the shape's default. */
export const readingOf = (shape: Pick<Shape, 'defaultReading'>, { reading }: Pick<Settings, 'reading'>): Reading =>
  reading ?? shape.defaultReading ?? 'table';

/** Returns the table definitions of an endpoint by name. Columns that depend on an option are resolved. */
export const tablesOf = (
  { tables, options }: Pick<Shape, 'tables' | 'options'>,
  settings: Pick<Settings, 'options'>,
): Readonly<Record<string, TableDefinition>> => {
  const values: Readonly<Record<string, unknown>> = resolveOptions(options, settings.options);
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      if (table.kind !== 'chosen') return [name, table];
      const chosen = table.of[String(values[table.option])];
      if (!chosen) throw new Error(`no table for ${table.option} ${values[table.option]}`);
      return [name, chosen];
    }),
  );
};
