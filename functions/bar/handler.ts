import { validators } from '#validators/bar';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    '3d-bar-chart': () => import('../../schemas/bar/3d-bar-chart/shape.ts'),
    '3d-bar-chart-2': () => import('../../schemas/bar/3d-bar-chart-2/shape.ts'),
    '3d-stacked-bar-chart': () => import('../../schemas/bar/3d-stacked-bar-chart/shape.ts'),
    'bar-chart': () => import('../../schemas/bar/bar-chart/shape.ts'),
    'color-bar-chart': () => import('../../schemas/bar/color-bar-chart/shape.ts'),
    'gradient-bar-chart': () => import('../../schemas/bar/gradient-bar-chart/shape.ts'),
    'summary-bar-chart': () => import('../../schemas/bar/summary-bar-chart/shape.ts'),
  },
});
