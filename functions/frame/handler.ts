import { validators } from '#validators/frame';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    frame: () => import('../../schemas/frame/frame/shape.ts'),
  },
});
