import { validators } from '#validators/treemap';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    treemap: () => import('../../schemas/treemap/treemap/shape.ts'),
  },
});
