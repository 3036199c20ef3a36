import { type Cell, cellsFor, centerOf, percent, radiusIn } from './cells.ts';
import { formatNumber, largestOf } from './format-number.ts';
import { type ChartPicture, limitTo, type Picture } from './picture.ts';
import { type FreeListBody, freeListTable } from './tables.ts';

export interface RadarBody {
  readonly value?: number | string;
  readonly indicator: readonly { readonly name: string; readonly max: number | string }[];
  readonly series: readonly { readonly name: string | number; readonly value: readonly (number | string)[] }[];
}

interface TitledRadar extends RadarBody {
  readonly title?: string;
}

const AREA_OPACITY = 0.2;
const MAX_RADARS = 12;

/** Height in percent of the chart. */
const LEGEND_HEIGHT = 12;
const TITLE_HEIGHT = 17;

/**
 * Returns the outer end of an indicator: its `max`, or its largest value if that is larger, so that no line leaves the
 * radar.
 */
const maxOf = (radar: RadarBody, index: number): number =>
  largestOf(
    radar.series.map(({ value }) => Number(value[index])),
    Math.max(Number(radar.indicator[index]?.max), 0),
  ) || 1;

const indicatorsOf = (radar: RadarBody) =>
  radar.indicator.map(({ name }, index) => ({ name, max: maxOf(radar, index) }));

const toSmallCoordinates = (radar: RadarBody, cell: Cell) => {
  const inner = { ...cell, top: cell.top + TITLE_HEIGHT, height: cell.height - TITLE_HEIGHT };
  const { x, y } = centerOf(inner);
  return {
    center: [percent(x), percent(y)],
    radius: percent(radiusIn(inner) * 0.56),
    indicator: indicatorsOf(radar),
    axisName: { fontSize: 9, overflow: 'truncate', width: 60 },
    axisNameGap: 4,
  };
};

const toLargeCoordinates = (radar: RadarBody) => ({
  center: ['50%', '53%'],
  radius: '68%',
  indicator: indicatorsOf(radar),
  axisName: { fontSize: 11, overflow: 'break', width: 90 },
  axisNameGap: 8,
});

const toSeries = ({ series }: RadarBody, index: number) => ({
  type: 'radar',
  radarIndex: index,
  symbolSize: 4,
  data: series.map(({ name, value }) => ({
    name: String(name),
    value: value.map(Number),
    areaStyle: { opacity: AREA_OPACITY },
  })),
});

const headingOf = ({ title = '', value }: TitledRadar): string =>
  [title, value === undefined ? '' : formatNumber(value)].filter(Boolean).join('  ');

const toTitle = (radar: TitledRadar, cell: Cell, isAlone: boolean) => ({
  text: headingOf(radar),
  ...(isAlone
    ? { left: 12, top: 10, textStyle: { fontSize: 18 } }
    : {
        left: percent(centerOf(cell).x),
        top: percent(cell.top + 1),
        textAlign: 'center',
        textStyle: { fontSize: 12 },
      }),
});

const namesIn = ({ title = '', indicator, series }: TitledRadar): readonly string[] => [
  ...(title === '' ? [] : [title]),
  ...indicator.map(({ name }) => name),
  ...series.map(({ name }) => String(name)),
];

/** Draws radars side by side, with their series in one legend. */
export const radars = (all: readonly TitledRadar[]): ChartPicture => {
  const filled = all.filter(({ indicator }) => indicator.length > 0);
  const { shown: drawn, notes } = limitTo(filled, MAX_RADARS, 'radars');
  const isAlone = drawn.length === 1;
  const cells = cellsFor(drawn.length, { below: isAlone ? 0 : LEGEND_HEIGHT });
  const at = (index: number): Cell => cells[index] as Cell;
  return {
    kind: 'chart',
    option: {
      title: drawn.map((radar, index) => toTitle(radar, at(index), isAlone)),
      legend: isAlone
        ? { orient: 'vertical', align: 'left', right: 12, top: 10 }
        : { type: 'scroll', bottom: 4, left: 'center' },
      tooltip: { trigger: 'item' },
      radar: drawn.map((radar, index) => (isAlone ? toLargeCoordinates(radar) : toSmallCoordinates(radar, at(index)))),
      series: drawn.map(toSeries),
    },
    names: drawn.flatMap(namesIn),
    notes,
  };
};

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
