import type { CsvSource } from '../../config/sources.ts';

export const isCsv = <Source extends { readonly source: string }>(source: Source): source is Source & CsvSource =>
  source.source === 'csv';
