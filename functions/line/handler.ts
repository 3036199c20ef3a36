import { validators } from '#validators/line';
import { shape as carouselLine } from '../../schemas/line/carousel-line-chart/shape.ts';
import { shape as echartsLine } from '../../schemas/line/echarts-line-chart/shape.ts';
import { shape as lineArea } from '../../schemas/line/line-area-chart/shape.ts';
import { shape as line } from '../../schemas/line/line-chart/shape.ts';
import { shape as line2 } from '../../schemas/line/line-chart-2/shape.ts';
import { shape as metricArea } from '../../schemas/line/metric-area-chart/shape.ts';
import { shape as miniArea } from '../../schemas/line/mini-area-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [carouselLine, echartsLine, lineArea, line, line2, metricArea, miniArea],
  validators,
});
