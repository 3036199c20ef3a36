import { sameLength } from '../../shared/catalogue/rules/same-length.ts';
import { within } from '../../shared/catalogue/rules/within.ts';
import type { FreeRows } from '../../shared/tabular/define-table.ts';
import { groupBy } from '../../shared/tabular/group-by.ts';
import { foldRadar, type RadarRow } from './radar.ts';

/** The rules of a list with radars: a cell and an alignment for each column, a radar for each row, a value for each corner. */
export const radarListRules = [
  sameLength('seriestitle', 'textAlign', 'series[]'),
  sameLength('series', 'radars'),
  within('radars[]', sameLength('indicator', 'series[].value')),
];

/** Returns the radars of a list in the order of its rows. `row` is the number of a row, from 1. */
export const listRadars = (
  { rows }: FreeRows,
  radars: readonly (RadarRow & { readonly row: number })[],
  fill: number | undefined,
) => {
  const radarOf = groupBy(radars, 'row');
  return rows.flatMap((_, index) => {
    const radar = radarOf.get(index + 1);
    return radar ? [foldRadar(radar, fill)] : [];
  });
};
