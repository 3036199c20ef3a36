import { ACCENT, NEUTRAL } from './colors.ts';
import type { PictureCell, SeveralPictures, TablePicture, TitledPicture } from './picture.ts';
import { cellText, limitRows, plainTable } from './tables.ts';
import { type Figure, tiles } from './tiles.ts';

type Keyed = Readonly<Record<string, unknown>>;

/** Lists whose columns have the keys `key1` to `keyN`. */
export interface KeyedListBody {
  readonly series: readonly {
    readonly header: readonly Keyed[];
    readonly list: readonly Keyed[];
    readonly other?: readonly Figure[];
    readonly legend?: readonly string[];
  }[];
}

const isNumbers = (value: unknown): value is readonly number[] => Array.isArray(value);

const toCell = (value: unknown): PictureCell => (isNumbers(value) ? { line: value } : cellText(value));

const isNumeric = (value: unknown): boolean => !isNumbers(value) && /^-?[\d.,]+ ?%?$/.test(String(value));

const toTable = ({ header, list }: KeyedListBody['series'][number]): TablePicture => {
  const keys = header.flatMap((one) => Object.keys(one));
  return {
    kind: 'table',
    header: header.flatMap((one) => Object.values(one).map(String)),
    align: keys.map((key) => (list.some((row) => isNumeric(row[key])) ? 'right' : 'left')),
    rows: limitRows(list.map((row) => keys.map((key) => toCell(row[key])))),
  };
};

const legendRow = (legend: readonly string[]): TitledPicture => ({
  title: '',
  weight: 1,
  picture: plainTable(
    [legend.map((text, index) => ({ text, color: index === 0 ? ACCENT : NEUTRAL }))],
    legend.map(() => 'left'),
  ),
});

/** Draws lists as tables, each with its legend above and its further figures below. */
export const keyedListPicture = ({ series }: KeyedListBody): SeveralPictures => ({
  kind: 'several',
  direction: 'column',
  pictures: series.flatMap((one) => [
    ...(one.legend ? [legendRow(one.legend)] : []),
    { title: '', weight: 5, picture: toTable(one) },
    ...(one.other ? [{ title: '', weight: 2, picture: tiles(one.other) }] : []),
  ]),
});
