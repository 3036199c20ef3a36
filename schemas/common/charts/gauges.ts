import { type Cell, cellsFor, centerOf, percent, radiusIn } from './cells.ts';
import { pieWithRest, tank } from './depth.ts';
import { formatNumber, smallestOf, withUnit } from './format-number.ts';
import { type ChartPicture, colorAt, limitTo } from './picture.ts';

export interface GaugeValue {
  readonly name: string;
  readonly value: number;
  readonly unit?: string | undefined;
  /** The filled part of the ring, 0 to 100. Absent if the value is not a percentage: the whole ring is then filled. */
  readonly percent?: number | undefined;
  readonly color?: string | undefined;
}

const FULL = 100;
const MAX_GAUGES = 24;
const RING_SHARE = 0.84;

/** Height of a name below its ring, in percent of the chart. */
const TITLE_HEIGHT = 14;

/** Beyond it, a round end would touch the beginning of the ring. */
const MAX_ROUND_PERCENT = 96;

const HALF_HEIGHT_PX = 110;
const CHARACTER_WIDTH = 0.58;
const [MIN_FONT, MAX_FONT] = [9, 26];

const filledPart = ({ value, unit, percent: part }: GaugeValue): number =>
  Math.min(Math.max(part ?? (unit === '%' ? value : FULL), 0), FULL);

/** Rounds the filled part of a ring. A ring with a gap of less than a pixel is drawn as a full ring. */
const roundFull = (part: number): number => (part > MAX_ROUND_PERCENT + 3 ? FULL : part);

const fontFor = (text: string, { radius, width }: { radius: number; width: number }): number => {
  const room = 2 * ((radius / 100) * HALF_HEIGHT_PX - width) - 6;
  return Math.min(Math.max(Math.floor(room / (text.length * CHARACTER_WIDTH)), MIN_FONT), MAX_FONT);
};

const HIDDEN = { show: false };

const textOf = ({ value, unit }: GaugeValue): string => withUnit(value, unit);

/** Radius in percent, and the width of the line. */
const ringIn = ({ height, ...cell }: Cell) => {
  const radius = Math.round(radiusIn({ ...cell, height: height - TITLE_HEIGHT }) * RING_SHARE);
  return { radius, width: Math.max(Math.round(radius / 6), 5) };
};

const toSeries = (one: GaugeValue, cell: Cell, fontSize: number) => {
  const { x, y } = centerOf(cell);
  const { radius, width } = ringIn(cell);
  const part = roundFull(filledPart(one));
  return {
    type: 'gauge',
    center: [percent(x), percent(y - TITLE_HEIGHT / 2)],
    radius: percent(radius),
    startAngle: 90,
    endAngle: -270,
    pointer: HIDDEN,
    progress: {
      show: true,
      roundCap: part < MAX_ROUND_PERCENT,
      width,
      ...(one.color !== undefined && { itemStyle: { color: one.color } }),
    },
    axisLine: { lineStyle: { width } },
    axisTick: HIDDEN,
    splitLine: HIDDEN,
    axisLabel: HIDDEN,
    title: { offsetCenter: [0, `${Math.round(100 + 1600 / radius)}%`], fontSize: 12 },
    detail: { formatter: textOf(one), offsetCenter: [0, 0], fontSize },
    data: [{ name: one.name, value: part }],
  };
};

/** A tank is a standing cylinder with liquid, and a pie is seen at an angle. */
type Form = 'ring' | 'tank' | 'pie';

const FORMS = { tank, pie: pieWithRest };

interface FormOptions {
  readonly form: Form;
  readonly fontSize: number;
  /** A form with depth gets the colour of this index if the value has no colour of its own. */
  readonly index: number;
}

/** Returns a plate on which a text is legible in front of any colour. */
const plateFor = (fontSize: number) => ({
  color: '#ffffff',
  backgroundColor: 'rgba(10,20,36,0.8)',
  borderRadius: 3,
  padding: [2, 3],
  width: null,
  lineHeight: fontSize + 2,
});

/** Returns the series of a value in its form. For a form with depth, the ring only carries the texts. */
const toForm = (one: GaugeValue, cell: Cell, { fontSize, form, index }: FormOptions): readonly object[] => {
  const ring = toSeries(one, cell, fontSize);
  if (form === 'ring') return [ring];
  const { x, y } = centerOf(cell);
  const place = { x, y: y - TITLE_HEIGHT / 2, radius: ringIn(cell).radius };
  const texts = {
    ...ring,
    progress: HIDDEN,
    axisLine: HIDDEN,
    detail: { ...ring.detail, ...plateFor(fontSize) },
    z: 3,
  };
  return [texts, FORMS[form](place, { value: filledPart(one), color: one.color ?? colorAt(index) })];
};

export const gauges = (all: readonly GaugeValue[], form: Form = 'ring'): ChartPicture => {
  const { shown: values, notes } = limitTo(all, MAX_GAUGES, 'values');
  const cells = cellsFor(values.length);
  const at = (index: number): Cell => cells[index] as Cell;
  const font = smallestOf(values.map((one, index) => fontFor(textOf(one), ringIn(at(index)))));
  return {
    kind: 'chart',
    option: {
      series: values.flatMap((one, index) => toForm(one, at(index), { fontSize: font, form, index })),
    },
    names: values.map(({ name, value }) => name || formatNumber(value)),
    notes,
  };
};

const DIAL_START = 210;
const DIAL_END = -30;

export const dial = (name: string, percentage: number): ChartPicture => ({
  kind: 'chart',
  option: {
    series: [
      {
        type: 'gauge',
        center: ['50%', '60%'],
        radius: '92%',
        startAngle: DIAL_START,
        endAngle: DIAL_END,
        pointer: HIDDEN,
        progress: { show: true, roundCap: true, width: 16 },
        axisLine: { roundCap: true, lineStyle: { width: 16 } },
        axisTick: HIDDEN,
        splitLine: HIDDEN,
        splitNumber: 5,
        axisLabel: { show: true, distance: 22, fontSize: 10 },
        title: { offsetCenter: [0, '38%'], fontSize: 13 },
        detail: { formatter: withUnit(percentage, '%'), offsetCenter: [0, '4%'], fontSize: 34 },
        data: [{ name, value: percentage }],
      },
    ],
  },
  names: [name || formatNumber(percentage)],
});
