import type { SqlSource } from '../../config/sources.ts';

/** True if a source is a query of PostgreSQL. */
export const isSql = <Source extends { readonly source: string }>(source: Source): source is Source & SqlSource =>
  source.source === 'sql';
