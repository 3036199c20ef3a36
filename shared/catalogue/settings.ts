import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Reading } from '../tabular/reading.ts';
import { resolveOptions } from './option.ts';
import type { Shape } from './shape.ts';

/** What an endpoint adds to its component. */
export type Settings = Pick<EndpointConfig, 'options' | 'reading'>;

/** The reading that an endpoint follows: its own, else the shape's. */
export const readingOf = (shape: Pick<Shape, 'defaultReading'>, { reading }: Pick<Settings, 'reading'>): Reading =>
  reading ?? shape.defaultReading ?? 'table';

/** The tables of an endpoint, by name; where an option decides the columns, as it does. */
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
