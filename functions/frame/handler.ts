import { validators } from '#validators/frame';
import { shape as frame } from '../../schemas/frame/frame/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [frame], validators });
