import { toColumnRows } from '../../tabular/column-rows.ts';
import type { KindReader } from '../source-kind.ts';
import type { AthenaSource } from './athena-query.ts';
import { createAthenaReader } from './read-athena.ts';

/** Binds a dataset over a query through Athena. */
export const bindSource: KindReader['bindSource'] = ({ source, stale = 0 }) => {
  const readAthena = createAthenaReader(source as AthenaSource, stale);
  return async (slot, _known, { keepEarlier, ...limits }) => {
    const { table, start } = await readAthena(slot, {
      ...limits,
      keepEarlier: ({ table, ...earlier }) => keepEarlier?.({ rows: toColumnRows(table), ...earlier }),
    });
    return { rows: toColumnRows(table), start };
  };
};
