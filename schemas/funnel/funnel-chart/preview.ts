import type { NamedValues } from '../../common/charts/bars.ts';
import { withUnit } from '../../common/charts/format-number.ts';
import { limitTo, type Preview } from '../../common/charts/picture.ts';

const MAX_STEPS = 50;

export const preview: Preview<NamedValues> = ({ series: all }) => {
  const { shown: series, notes } = limitTo(all, MAX_STEPS, 'steps');
  return {
    kind: 'chart',
    option: {
      tooltip: { trigger: 'item' },
      series: [
        {
          type: 'funnel',
          sort: 'none',
          left: 16,
          top: 14,
          bottom: 14,
          width: '52%',
          min: 0,
          minSize: '4%',
          gap: 3,
          label: { position: 'right' },
          labelLine: { length: 12 },
          data: series.map(({ name, value, color }) => ({
            name,
            value: Math.max(value, 0),
            itemStyle: { color },
            label: { formatter: `${name}  ${withUnit(value)}` },
          })),
        },
      ],
    },
    names: series.map(({ name }) => name),
    notes,
  };
};
