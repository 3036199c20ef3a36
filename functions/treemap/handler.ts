import { validators } from '#validators/treemap';
import { shape as treemap } from '../../schemas/treemap/treemap/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({ shapes: [treemap], validators });
