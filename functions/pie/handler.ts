import { validators } from '#validators/pie';
import { shape as pie3d } from '../../schemas/pie/3d-pie-chart/shape.ts';
import { shape as metricPie3d } from '../../schemas/pie/3d-single-metric-pie-chart/shape.ts';
import { shape as progressBar } from '../../schemas/pie/colorful-progress-bar/shape.ts';
import { shape as echartsPie } from '../../schemas/pie/echarts-pie-chart/shape.ts';
import { shape as metricsProportion } from '../../schemas/pie/metrics-proportion-chart/shape.ts';
import { shape as miniPie } from '../../schemas/pie/mini-pie-chart/shape.ts';
import { shape as proportionSeries } from '../../schemas/pie/proportion-series/shape.ts';
import { shape as stereoProportion } from '../../schemas/pie/stereo-proportion-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [pie3d, metricPie3d, progressBar, echartsPie, metricsProportion, miniPie, proportionSeries, stereoProportion],
  validators,
});
