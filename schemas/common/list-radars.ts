import { sameLength } from '../../shared/catalogue/rules/same-length.ts';
import { within } from '../../shared/catalogue/rules/within.ts';
import type { FreeRows } from '../../shared/tabular/define-table.ts';
import { groupBy } from '../../shared/tabular/group-by.ts';
import { foldRadar, type RadarRow } from './radar.ts';

/** A list has a cell and an alignment for each column, a radar for each row, and each radar a value for each corner. */
export const radarListRules = [
  sameLength('seriestitle', 'textAlign', 'series[]'),
  sameLength('series', 'radars'),
  within('radars[]', sameLength('indicator', 'series[].value')),
];

/** The radars of a list in the order of its rows, which they name by their number from 1. */
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
