import { validators } from '#validators/map';
import { shape as earth3d } from '../../schemas/map/3d-earth/shape.ts';
import { shape as worldMap3d } from '../../schemas/map/3d-world-map/shape.ts';
import { shape as map } from '../../schemas/map/map/shape.ts';
import { shape as worldMap } from '../../schemas/map/world-map/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [earth3d, worldMap3d, map, worldMap], validators });
