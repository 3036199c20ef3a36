import { isWindowed } from '../../config/depends-on-window.ts';
import type { CsvSource } from '../../config/sources.ts';
import { bindTable } from '../../sources/bind-table.ts';
import { bindTableSource } from '../bind-table-source.ts';
import { isPattern } from '../key-pattern.ts';
import { ANY_COLUMNS, type KindReader } from '../source-kind.ts';

export const bindSource: KindReader['bindSource'] = (config, timezone) => {
  const source = config.source as CsvSource;
  if (!isPattern(source.key)) return bindTableSource(source, timezone, !isWindowed(source));
  const table = bindTable(source, ANY_COLUMNS, { timezone });
  return async (slot, _known, limits) => {
    const { readCsvPattern } = await import('./read-csv-pattern.ts');
    return readCsvPattern(source, table, timezone, slot, limits);
  };
};
