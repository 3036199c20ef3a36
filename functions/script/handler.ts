import { validators } from '#validators/script';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'scripted-chart': () => import('../../schemas/script/scripted-chart/shape.ts'),
  },
});
