import { validators } from '#validators/metric';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'bubble-chart': () => import('../../schemas/metric/bubble-chart/shape.ts'),
    'color-bar-metrics': () => import('../../schemas/metric/color-bar-metrics/shape.ts'),
    'core-metrics': () => import('../../schemas/metric/core-metrics/shape.ts'),
    'dashboard-gauge': () => import('../../schemas/metric/dashboard-gauge/shape.ts'),
    'data-overview-component': () => import('../../schemas/metric/data-overview-component/shape.ts'),
    'metric-number': () => import('../../schemas/metric/metric-number/shape.ts'),
    'metrics-component': () => import('../../schemas/metric/metrics-component/shape.ts'),
    'multi-dimensional-metrics': () => import('../../schemas/metric/multi-dimensional-metrics/shape.ts'),
    pv: () => import('../../schemas/metric/pv/shape.ts'),
    'star-rating-chart': () => import('../../schemas/metric/star-rating-chart/shape.ts'),
  },
});
