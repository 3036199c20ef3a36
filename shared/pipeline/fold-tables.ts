import { resolveOptions } from '../catalogue/option.ts';
import type { Settings } from '../catalogue/settings.ts';
import { readingOf } from '../catalogue/settings.ts';
import type { Shape } from '../catalogue/shape.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';

/** Typed rows to the body of an endpoint, by its options with their fallbacks and the reading it follows. */
export const foldTables = (shape: Shape, tables: TypedTables<TableDefinitions>, endpoint: Settings): unknown =>
  shape.fold(tables, resolveOptions(shape.options, endpoint.options), readingOf(shape, endpoint));
