import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import { resolveOptions } from './option.ts';
import type { Settings } from './settings.ts';
import { readingOf } from './settings.ts';
import type { Shape } from './shape.ts';

/** Typed rows to the body of an endpoint, by its options with their fallbacks and the reading it follows. */
export const foldTables = (shape: Shape, tables: TypedTables<TableDefinitions>, endpoint: Settings): unknown =>
  shape.fold(tables, resolveOptions(shape.options, endpoint.options), readingOf(shape, endpoint));
