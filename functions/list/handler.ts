import { validators } from '#validators/list';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'alarm-information': () => import('../../schemas/list/alarm-information/shape.ts'),
    'alarm-list': () => import('../../schemas/list/alarm-list/shape.ts'),
    'alarm-list-2': () => import('../../schemas/list/alarm-list-2/shape.ts'),
    'carousel-list': () => import('../../schemas/list/carousel-list/shape.ts'),
    'paging-list': () => import('../../schemas/list/paging-list/shape.ts'),
  },
});
