import { axisPicture, type Point } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface MarkedPoint extends Point {
  readonly info?: { readonly maintitle: string; readonly subtitle: string };
}

interface Body {
  readonly series: readonly { readonly name: string; readonly data: readonly MarkedPoint[] }[];
}

/**
 * Returns the position of a title: above its point, but beside the first and the last point, so that it stays in the
 * chart.
 */
const positionOf = (index: number, count: number): string => {
  if (index === 0) return 'right';
  return index === count - 1 ? 'left' : 'top';
};

const toPoint = ({ x, y, info }: MarkedPoint, index: number, points: readonly MarkedPoint[]) => {
  if (!info) return [x, y];
  const formatter = [info.maintitle, info.subtitle].filter(Boolean).join('\n');
  const label = { show: true, formatter, position: positionOf(index, points.length) };
  return { value: [x, y], symbolSize: 9, label };
};

export const preview: Preview<Body> = ({ series }) =>
  axisPicture({
    xTypes: ['time'],
    series: series.map(({ name, data }) => ({ name, type: 'line', data: data.map(toPoint) })),
  });
