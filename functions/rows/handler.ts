import { validators } from '#validators/rows';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    rows: () => import('../../schemas/rows/rows/shape.ts'),
  },
});
