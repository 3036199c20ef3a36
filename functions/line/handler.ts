import { validators } from '#validators/line';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'carousel-line-chart': () => import('../../schemas/line/carousel-line-chart/shape.ts'),
    'echarts-line-chart': () => import('../../schemas/line/echarts-line-chart/shape.ts'),
    'line-area-chart': () => import('../../schemas/line/line-area-chart/shape.ts'),
    'line-chart': () => import('../../schemas/line/line-chart/shape.ts'),
    'line-chart-2': () => import('../../schemas/line/line-chart-2/shape.ts'),
    'metric-area-chart': () => import('../../schemas/line/metric-area-chart/shape.ts'),
    'mini-area-chart': () => import('../../schemas/line/mini-area-chart/shape.ts'),
  },
});
