import type { SqlSource } from '../../config/sources.ts';
import { bindTableSource } from '../bind-table-source.ts';
import type { KindReader } from '../source-kind.ts';

export const bindSource: KindReader['bindSource'] = ({ source }, timezone) =>
  bindTableSource(source as SqlSource, timezone, false);
