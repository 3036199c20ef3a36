import type { AthenaSource } from './athena-source.ts';

/** True if a source is a query through Athena. */
export const isAthena = <Source extends { readonly source: string }>(source: Source): source is Source & AthenaSource =>
  source.source === 'athena';
