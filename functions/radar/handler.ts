import { validators } from '#validators/radar';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    '3d-radar-chart': () => import('../../schemas/radar/3d-radar-chart/shape.ts'),
    'radar-chart': () => import('../../schemas/radar/radar-chart/shape.ts'),
    'rotating-radar-chart': () => import('../../schemas/radar/rotating-radar-chart/shape.ts'),
  },
});
