import { validators } from '#validators/mixed-bar';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    '3d-bar-line-chart': () => import('../../schemas/mixed-bar/3d-bar-line-chart/shape.ts'),
    'bar-line-chart': () => import('../../schemas/mixed-bar/bar-line-chart/shape.ts'),
  },
});
