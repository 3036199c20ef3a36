import { validators } from '#validators/relation';
import { shape as sankey3d } from '../../schemas/relation/3d-sankey-diagram/shape.ts';
import { shape as hierarchyTree } from '../../schemas/relation/hierarchy-tree/shape.ts';
import { shape as hierarchyTree2 } from '../../schemas/relation/hierarchy-tree-2/shape.ts';
import { shape as ringTopology } from '../../schemas/relation/ring-topology/shape.ts';
import { shape as starrySky } from '../../schemas/relation/starry-sky-distribution-diagram/shape.ts';
import { shape as topology } from '../../schemas/relation/topology/shape.ts';
import { shape as topology3d } from '../../schemas/relation/topology-3d/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [sankey3d, hierarchyTree, hierarchyTree2, ringTopology, starrySky, topology, topology3d],
  validators,
});
