import type { Bar } from '../../common/charts/bars.ts';
import { withUnit } from '../../common/charts/format-number.ts';
import { type ChartPicture, limitTo, type Preview } from '../../common/charts/picture.ts';

const FULL = 100;
const MAX_RINGS = 12;

const labelOf = ({ name, value, unit }: Bar): string => `${name}  ${withUnit(Math.round(value), unit)}`;

/** Returns the length of a ring, in percent of the whole ring. */
const lengthOf = ({ value, unit }: Bar): number => (unit === '%' ? value : FULL);

/**
 * Draws values as rings around each other, the first value as the outermost ring. A value whose unit is not the percent
 * sign fills its ring.
 */
const rings = (values: readonly Bar[]): ChartPicture => {
  const { shown: all, notes } = limitTo(values, MAX_RINGS, 'values');
  const labels = all.map(labelOf);
  return {
    kind: 'chart',
    option: {
      legend: { type: 'scroll', orient: 'vertical', left: '58%', top: 'middle', itemGap: 14 },
      tooltip: { trigger: 'item' },
      polar: { center: ['30%', '50%'], radius: ['22%', '84%'] },
      angleAxis: { max: FULL, show: false },
      radiusAxis: { type: 'category', inverse: true, data: labels, show: false },
      series: all.map((bar, ring) => ({
        type: 'bar',
        name: labels[ring],
        coordinateSystem: 'polar',
        stack: 'rings',
        roundCap: true,
        showBackground: ring === 0,
        backgroundStyle: { color: 'rgba(128,144,168,.22)' },
        barMaxWidth: 14,
        itemStyle: { color: bar.color },
        data: all.map((_, index) => (index === ring ? lengthOf(bar) : 0)),
      })),
    },
    names: all.map(({ name }) => name),
    notes,
  };
};

export const preview: Preview<{ series: readonly Bar[] }> = ({ series }) => rings(series);
