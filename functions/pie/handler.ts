import { validators } from '#validators/pie';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    '3d-pie-chart': () => import('../../schemas/pie/3d-pie-chart/shape.ts'),
    '3d-single-metric-pie-chart': () => import('../../schemas/pie/3d-single-metric-pie-chart/shape.ts'),
    'colorful-progress-bar': () => import('../../schemas/pie/colorful-progress-bar/shape.ts'),
    'echarts-pie-chart': () => import('../../schemas/pie/echarts-pie-chart/shape.ts'),
    'metrics-proportion-chart': () => import('../../schemas/pie/metrics-proportion-chart/shape.ts'),
    'mini-pie-chart': () => import('../../schemas/pie/mini-pie-chart/shape.ts'),
    'proportion-series': () => import('../../schemas/pie/proportion-series/shape.ts'),
    'stereo-proportion-chart': () => import('../../schemas/pie/stereo-proportion-chart/shape.ts'),
  },
});
