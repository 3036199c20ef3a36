import { validators } from '#validators/map';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    '3d-earth': () => import('../../schemas/map/3d-earth/shape.ts'),
    '3d-world-map': () => import('../../schemas/map/3d-world-map/shape.ts'),
    map: () => import('../../schemas/map/map/shape.ts'),
    'world-map': () => import('../../schemas/map/world-map/shape.ts'),
  },
});
