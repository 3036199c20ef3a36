import { type GaugeValue, gauges } from '../../common/charts/gauges.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<{ data: readonly GaugeValue[] }> = ({ data }) =>
  gauges(
    data.map(({ name, value, unit }) => ({ name, value: Number(value), unit })),
    'pie',
  );
