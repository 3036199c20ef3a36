import { mapChart, type Region } from '../../common/charts/map-chart.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly value: number;
  readonly unit: string;
  readonly series: readonly Region[];
}

export const preview: Preview<Body> = ({ value, unit, series }) =>
  mapChart({
    map: 'world',
    isDeep: true,
    value,
    unit,
    regions: series.map(({ name, value: amount }) => ({ name, value: amount })),
  });
