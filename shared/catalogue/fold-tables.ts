import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import { resolveOptions } from './option.ts';
import type { Shape } from './shape.ts';

/** Typed rows to the body of an endpoint: its options with their fallbacks, and the reading it follows. */
export const foldTables = (
  shape: Shape,
  tables: TypedTables<TableDefinitions>,
  { options, reading = shape.defaultReading ?? 'table' }: Pick<EndpointConfig, 'options' | 'reading'>,
): unknown => shape.fold(tables, resolveOptions(shape.options, options), reading);
