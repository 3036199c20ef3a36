import type { CsvSource } from '../../config/sources.ts';

/** True if a source is one CSV file. */
export const isCsv = <Source extends { readonly source: string }>(source: Source): source is Source & CsvSource =>
  source.source === 'csv';
