import { isWindowed } from '../../config/depends-on-window.ts';
import type { CsvSource } from '../../config/sources.ts';
import { bindTableSource } from '../bind-table-source.ts';
import type { KindReader } from '../source-kind.ts';

/** Binds a dataset over a CSV file. */
export const bindSource: KindReader['bindSource'] = ({ source }, timezone) =>
  bindTableSource(source as CsvSource, timezone, !isWindowed(source));
