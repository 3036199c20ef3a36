import type { SqlSource } from '../../config/sources.ts';

export const isSql = <Source extends { readonly source: string }>(source: Source): source is Source & SqlSource =>
  source.source === 'sql';
