import { validators } from '#validators/relation';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    '3d-sankey-diagram': () => import('../../schemas/relation/3d-sankey-diagram/shape.ts'),
    'hierarchy-tree': () => import('../../schemas/relation/hierarchy-tree/shape.ts'),
    'hierarchy-tree-2': () => import('../../schemas/relation/hierarchy-tree-2/shape.ts'),
    'ring-topology': () => import('../../schemas/relation/ring-topology/shape.ts'),
    'starry-sky-distribution-diagram': () => import('../../schemas/relation/starry-sky-distribution-diagram/shape.ts'),
    topology: () => import('../../schemas/relation/topology/shape.ts'),
    'topology-3d': () => import('../../schemas/relation/topology-3d/shape.ts'),
  },
});
