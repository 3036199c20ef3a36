import { validators } from '#validators/pie';
import { shape as pieChart3d } from '../../schemas/pie/3d-pie-chart/shape.ts';
import { shape as singleMetricPieChart3d } from '../../schemas/pie/3d-single-metric-pie-chart/shape.ts';
import { shape as colorfulProgressBar } from '../../schemas/pie/colorful-progress-bar/shape.ts';
import { shape as echartsPieChart } from '../../schemas/pie/echarts-pie-chart/shape.ts';
import { shape as metricsProportionChart } from '../../schemas/pie/metrics-proportion-chart/shape.ts';
import { shape as miniPieChart } from '../../schemas/pie/mini-pie-chart/shape.ts';
import { shape as proportionSeries } from '../../schemas/pie/proportion-series/shape.ts';
import { shape as stereoProportionChart } from '../../schemas/pie/stereo-proportion-chart/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({
  shapes: [
    pieChart3d,
    singleMetricPieChart3d,
    colorfulProgressBar,
    echartsPieChart,
    metricsProportionChart,
    miniPieChart,
    proportionSeries,
    stereoProportionChart,
  ],
  validators,
});
