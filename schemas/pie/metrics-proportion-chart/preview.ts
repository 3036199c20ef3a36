import { type GaugeValue, gauges } from '../../common/charts/gauges.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<{ data: GaugeValue | readonly GaugeValue[] }> = ({ data }) => gauges([data].flat());
