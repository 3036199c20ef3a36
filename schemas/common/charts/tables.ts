import { formatNumber } from './format-number.ts';
import {
  ACCENT,
  NEUTRAL,
  type PictureCell,
  type SeveralPictures,
  type TablePicture,
  type TextAlign,
  type TilesPicture,
  type TitledPicture,
} from './picture.ts';

/** A dataset of the charting library: rows of cells, with labels in the first row and the first column. */
export type Dataset = readonly (readonly (string | number)[])[];

/** Returns the rows of a dataset body in either of its forms. */
export const datasetOf = (body: Dataset | { readonly source: Dataset }): Dataset =>
  'source' in body ? body.source : body;

export interface Figure {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string | undefined;
  readonly color?: string | undefined;
}

const MAX_TILES = 100;

/** Draws figures as tiles. If there are too many figures, the last tile says how many are left out. */
export const tiles = (figures: readonly Figure[]): TilesPicture => {
  const rest = figures.length - MAX_TILES;
  const shown = figures.slice(0, MAX_TILES).map(({ value, ...one }) => ({ ...one, value: formatNumber(value) }));
  return { kind: 'tiles', tiles: rest > 0 ? [...shown, { name: '…', value: `+${rest}` }] : shown };
};

const MAX_ROWS = 300;

/** Limits the rows of a table. The last row of a shortened table says how many rows are left out. */
export const limitRows = (rows: readonly (readonly PictureCell[])[]): readonly (readonly PictureCell[])[] =>
  rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS), [`… +${rows.length - MAX_ROWS}`]] : rows;

export const cellText = (value: unknown): string => {
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
};

export const plainTable = (rows: readonly (readonly PictureCell[])[], align: readonly TextAlign[]): TablePicture => ({
  kind: 'table',
  header: [],
  align,
  rows: limitRows(rows),
});

/** Draws a line between its name and its value. */
export const smallLines = (
  series: readonly { readonly name: string; readonly data: readonly number[]; readonly value: string }[],
): TablePicture =>
  plainTable(
    series.map(({ name, data, value }) => [name, { line: data }, value]),
    ['left', 'center', 'right'],
  );

export interface FreeListBody {
  readonly seriestitle: readonly string[];
  readonly textAlign: readonly TextAlign[];
  readonly thwidth?: readonly number[];
  readonly series: readonly (readonly unknown[])[];
}

export const freeListTable = ({ seriestitle, textAlign, thwidth, series }: FreeListBody): TablePicture => ({
  kind: 'table',
  header: seriestitle,
  align: textAlign,
  ...(thwidth && { widths: thwidth }),
  rows: limitRows(series.map((row) => row.map(cellText))),
});

type Keyed = Readonly<Record<string, unknown>>;

/** Columns have the keys `key1` to `keyN`. */
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

/** Draws the legend of a list above and its further figures below. */
export const keyedListPicture = ({ series }: KeyedListBody): SeveralPictures => ({
  kind: 'several',
  direction: 'column',
  pictures: series.flatMap((one) => [
    ...(one.legend ? [legendRow(one.legend)] : []),
    { title: '', weight: 5, picture: toTable(one) },
    ...(one.other ? [{ title: '', weight: 2, picture: tiles(one.other) }] : []),
  ]),
});
