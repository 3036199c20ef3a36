import { validators } from '#validators/rows';
import { shape as rows } from '../../schemas/rows/rows/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [rows], validators });
