import { type FreeListBody, freeListTable } from './free-list-table.ts';
import type { Picture } from './picture.ts';
import { type RadarBody, radars } from './radars.ts';

/** A list with a radar for each row. */
export interface RadarListBody extends FreeListBody {
  readonly radars?: readonly RadarBody[];
}

/** Draws a list below the radars of its rows. The title of each radar is the first cell of its row. */
export const radarList = (body: RadarListBody): Picture => {
  const table = freeListTable(body);
  if (!body.radars || body.radars.length === 0) return table;
  const titled = body.radars.map((radar, row) => ({ ...radar, title: String(body.series[row]?.[0] ?? '') }));
  return {
    kind: 'several',
    direction: 'column',
    pictures: [
      { title: '', weight: 3, picture: radars(titled) },
      { title: '', weight: 2, picture: table },
    ],
  };
};
