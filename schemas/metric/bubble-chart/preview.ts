import type { Bar, NamedValues } from '../../common/charts/bars.ts';
import { withUnit } from '../../common/charts/format-number.ts';
import type { Place } from '../../common/charts/graph-layout.ts';
import type { ChartPicture, Preview } from '../../common/charts/picture.ts';

interface Circle extends Place {
  readonly radius: number;
}

const GAP = 4;
const TURN = 0.35;
const STEP = 0.4;

/** Width of the packed shape in relation to its height. */
const ASPECT = 1.5;

const isFree = (circle: Circle, placed: readonly Circle[]): boolean =>
  placed.every(({ x, y, radius }) => Math.hypot(circle.x - x, circle.y - y) >= circle.radius + radius + GAP);

/** Walks outwards in a spiral until the circle overlaps none of the placed circles. */
const findPlace = (radius: number, placed: readonly Circle[]): Circle => {
  for (let turn = 0; ; turn++) {
    const angle = turn * TURN;
    const circle = { x: ASPECT * STEP * turn * Math.cos(angle), y: STEP * turn * Math.sin(angle), radius };
    if (isFree(circle, placed)) return circle;
  }
};

/** Packs circles around the first circle, without overlaps. Pass large circles first. */
export const packCircles = (radii: readonly number[]): readonly Circle[] => {
  const placed: Circle[] = [];
  for (const radius of radii) placed.push(findPlace(radius, placed));
  return placed;
};

/** Room for the bubbles in a tile, in pixels. */
const [ROOM_WIDTH, ROOM_HEIGHT] = [330, 176];

const MARGIN_PX = 50;
const MAX_RADIUS_PX = 55;
const MIN_SHARE = 0.22;

/** The space of a small bubble leaves room for its label. */
const LABEL_RADIUS_PX = 36;

/** Minimum diameter of a bubble with its label inside. The label of a smaller bubble is below it. */
const MIN_LABELLED_PX = 58;

/** More bubbles cannot be told apart. */
const MAX_BUBBLES = 60;

const extentOf = (circles: readonly Circle[], axis: 'x' | 'y'): number =>
  Math.max(...circles.map((one) => one[axis] + one.radius)) - Math.min(...circles.map((one) => one[axis] - one.radius));

/** Packs the bubbles of values, the largest first, into the room. */
const layBubbles = (values: readonly Bar[]) => {
  const largest = Math.max(values[0]?.value ?? 0, 0) || 1;
  const shares = values.map(({ value }) => Math.max(Math.sqrt(Math.max(value, 0) / largest), MIN_SHARE));
  const circles = packCircles(shares.map((share) => Math.max(share * MAX_RADIUS_PX, LABEL_RADIUS_PX)));
  const scale = Math.min(ROOM_WIDTH / extentOf(circles, 'x'), ROOM_HEIGHT / extentOf(circles, 'y'), 1);
  return circles.map(({ x, y }, index) => ({
    x: Math.round(x * scale),
    y: Math.round(y * scale),
    symbolSize: Math.round(2 * (shares[index] ?? 0) * MAX_RADIUS_PX * scale),
  }));
};

const labelOf = ({ name, value, unit }: Bar, size: number) => ({
  formatter: `${name}\n${withUnit(value, unit)}`,
  position: size < MIN_LABELLED_PX ? 'bottom' : 'inside',
  ...(size >= MIN_LABELLED_PX && { width: size - 4, overflow: 'break' }),
});

const bubbles = (all: readonly Bar[]): ChartPicture => {
  const values = all.toSorted((a, b) => b.value - a.value).slice(0, MAX_BUBBLES);
  const places = layBubbles(values);
  return {
    kind: 'chart',
    option: {
      tooltip: { trigger: 'item' },
      series: [
        {
          type: 'graph',
          layout: 'none',
          preserveAspect: true,
          roam: false,
          left: MARGIN_PX,
          right: MARGIN_PX,
          top: MARGIN_PX,
          bottom: MARGIN_PX,
          label: { show: true, fontSize: 11 },
          data: values.map((one, index) => ({
            id: String(index),
            name: one.name,
            value: one.value,
            category: index,
            ...places[index],
            label: labelOf(one, places[index]?.symbolSize ?? 0),
          })),
          categories: values.map(({ name }) => ({ name })),
        },
      ],
    },
    names: values.map(({ name }) => name),
    ...(all.length > values.length && { notes: [`The ${MAX_BUBBLES} largest of ${all.length} values are drawn`] }),
  };
};

export const preview: Preview<NamedValues> = ({ series }) => bubbles(series);
