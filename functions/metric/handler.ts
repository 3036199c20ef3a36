import { validators } from '#validators/metric';
import { shape as bubble } from '../../schemas/metric/bubble-chart/shape.ts';
import { shape as colorBars } from '../../schemas/metric/color-bar-metrics/shape.ts';
import { shape as core } from '../../schemas/metric/core-metrics/shape.ts';
import { shape as gauge } from '../../schemas/metric/dashboard-gauge/shape.ts';
import { shape as overview } from '../../schemas/metric/data-overview-component/shape.ts';
import { shape as number } from '../../schemas/metric/metric-number/shape.ts';
import { shape as metrics } from '../../schemas/metric/metrics-component/shape.ts';
import { shape as dimensions } from '../../schemas/metric/multi-dimensional-metrics/shape.ts';
import { shape as pv } from '../../schemas/metric/pv/shape.ts';
import { shape as stars } from '../../schemas/metric/star-rating-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [bubble, colorBars, core, gauge, overview, number, metrics, dimensions, pv, stars],
  validators,
});
