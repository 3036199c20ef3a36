import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import { resolveOptions } from './option.ts';
import type { Reading, Shape } from './shape.ts';

/** The reading that an endpoint follows: its own, else the shape's. */
export const readingOf = (
  shape: Pick<Shape, 'defaultReading'>,
  { reading }: Pick<EndpointConfig, 'reading'>,
): Reading => reading ?? shape.defaultReading ?? 'table';

/** Typed rows to the body of an endpoint, by its options with their fallbacks and the reading it follows. */
export const foldTables = (
  shape: Shape,
  tables: TypedTables<TableDefinitions>,
  endpoint: Pick<EndpointConfig, 'options' | 'reading'>,
): unknown => shape.fold(tables, resolveOptions(shape.options, endpoint.options), readingOf(shape, endpoint));
