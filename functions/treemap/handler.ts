import { validators } from '#validators/treemap';
import { shape as treemap } from '../../schemas/treemap/treemap/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [treemap], validators });
