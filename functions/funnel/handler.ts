import { validators } from '#validators/funnel';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'funnel-chart': () => import('../../schemas/funnel/funnel-chart/shape.ts'),
  },
});
